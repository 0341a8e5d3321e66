import type { ConstraintType } from '#shared/domain/constraint.ts';
import type { Migration } from '../migration.ts';
import { projectsMigration } from './0001-projects.ts';
import { constraintsMigration } from './0002-constraints.ts';
import { knowledgeMigration } from './0003-knowledge.ts';
import { memoryMigration } from './0004-memory.ts';
import { settingsMigration } from './0005-settings.ts';
import { assembliesMigration } from './0006-assemblies.ts';
import { aiMigration } from './0008-ai.ts';
import { judgeMigration } from './0009-judge.ts';
import { conversationsMigration } from './0010-conversations.ts';
import { permissionsMigration } from './0011-permissions.ts';
import { candidatesMigration } from './0012-candidates.ts';
import { findingsMigration } from './0013-findings.ts';
import { mcpIdentityMigration } from './0014-mcp-identity.ts';
import { messageProvenanceMigration } from './0015-message-provenance.ts';
import { coverageMigration } from './0016-coverage.ts';
import { databaseStateMigration } from './0017-database-state.ts';
import { narrowPermissionsMigration } from './0018-narrow-permissions.ts';
import { runClosedMigration } from './0019-run-closed.ts';
import { keptTextsMigration } from './0020-kept-texts.ts';
import { bookSettingsMigration } from './0021-book-settings.ts';
import { requestsMigration } from './0022-requests.ts';
import { mcpSecretsMigration } from './0023-mcp-secrets.ts';
import { namedSnapshotsMigration } from './0036-named-snapshots.ts';
import { snapshotWordsMigration } from './0024-snapshot-words.ts';
import { fenceListMigration } from './0025-fence-list.ts';
import { exportChoicesMigration } from './0026-export-choices.ts';
import { chapterReferencesMigration } from './0027-chapter-references.ts';
import { replacementsMigration } from './0028-replacements.ts';
import { chapterSynopsesMigration } from './0029-chapter-synopses.ts';
import { permissionsByBookMigration } from './0030-permissions-by-book.ts';
import { egressMigration } from './0031-egress.ts';
import { keyOriginsMigration } from './0032-key-origins.ts';
import { chapterStepsMigration } from './0033-chapter-steps.ts';
import { spellingWordsMigration } from './0034-spelling-words.ts';
import { writingDaysMigration } from './0035-writing-days.ts';
import { replacementEndsMigration } from './0037-replacement-ends.ts';
import { recordsMigration } from './0038-records.ts';
import { purseMigration } from './0039-purse.ts';
import { maxInputMigration } from './0040-max-input.ts';
import { candidateProgramsMigration } from './0041-candidate-programs.ts';
import { expectationsMigration } from './0042-expectations.ts';
import { gitMigration } from './0043-git.ts';
import { requestTimesMigration } from './0044-request-times.ts';
import { threadsMigration } from './0045-threads.ts';
import { chapterSketchesMigration } from './0046-chapter-sketches.ts';
import { settledByWriterMigration } from './0047-settled-by-writer.ts';
import { synopsisProposalsMigration } from './0048-synopsis-proposals.ts';
import { formerPathsMigration } from './0049-former-paths.ts';
import { expectedWordsMigration } from './0050-expected-words.ts';
import { textOriginsMigration } from './0051-text-origins.ts';
import { deletedRelationsMigration } from './0052-deleted-relations.ts';
import { runOwnersMigration } from './0053-run-owners.ts';
import { notesMigration } from './0054-notes.ts';
import { contradictionsMigration } from './0058-contradictions.ts';
import { entityDetailsMigration } from './0059-entity-details.ts';
import { dismissedNamesMigration } from './0061-dismissed-names.ts';
import { watchedWordsMigration } from './0063-watched-words.ts';
import { mergeMarksMigration } from './0066-merge-marks.ts';
import { sceneStepsMigration } from './0067-scene-steps.ts';
import { scenesMigration } from './0068-scenes.ts';
import { purseClockMigration } from './0069-purse-clock.ts';
import { wordGoalsMigration } from './0071-word-goals.ts';
import { formDraftsMigration } from './0072-form-drafts.ts';
import { lastExportsMigration } from './0073-last-exports.ts';
import { replacementsTakenBackMigration } from './0074-replacements-taken-back.ts';
import { deletedEpisodesMigration } from './0075-deleted-episodes.ts';

/** In rising order; numbers are never reused. */
export const migrations: readonly Migration[] = [
  projectsMigration,
  constraintsMigration,
  knowledgeMigration,
  memoryMigration,
  settingsMigration,
  assembliesMigration,
  aiMigration,
  judgeMigration,
  conversationsMigration,
  permissionsMigration,
  candidatesMigration,
  findingsMigration,
  mcpIdentityMigration,
  messageProvenanceMigration,
  coverageMigration,
  databaseStateMigration,
  narrowPermissionsMigration,
  runClosedMigration,
  keptTextsMigration,
  bookSettingsMigration,
  requestsMigration,
  mcpSecretsMigration,
  snapshotWordsMigration,
  fenceListMigration,
  exportChoicesMigration,
  chapterReferencesMigration,
  replacementsMigration,
  chapterSynopsesMigration,
  permissionsByBookMigration,
  egressMigration,
  keyOriginsMigration,
  chapterStepsMigration,
  spellingWordsMigration,
  writingDaysMigration,
  namedSnapshotsMigration,
  replacementEndsMigration,
  recordsMigration,
  purseMigration,
  maxInputMigration,
  candidateProgramsMigration,
  expectationsMigration,
  gitMigration,
  requestTimesMigration,
  threadsMigration,
  chapterSketchesMigration,
  settledByWriterMigration,
  synopsisProposalsMigration,
  formerPathsMigration,
  expectedWordsMigration,
  textOriginsMigration,
  deletedRelationsMigration,
  runOwnersMigration,
  notesMigration,
  contradictionsMigration,
  entityDetailsMigration,
  dismissedNamesMigration,
  watchedWordsMigration,
  mergeMarksMigration,
  sceneStepsMigration,
  scenesMigration,
  purseClockMigration,
  wordGoalsMigration,
  formDraftsMigration,
  lastExportsMigration,
  replacementsTakenBackMigration,
  deletedEpisodesMigration,
];

/** The migration that lets the table of constraints hold each type: a type without one does not compile. */
export const constraintTypeMigrations: Readonly<Record<ConstraintType, Migration>> = {
  narrative: constraintsMigration,
  character: constraintsMigration,
  world: constraintsMigration,
  style: constraintsMigration,
  plot: constraintsMigration,
};
