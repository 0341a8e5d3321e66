import { scenesOf } from '#main/base/prose/scenes.ts';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ContractClient, answerOf } from '#tests/helpers/contract-clients.ts';

/** Ids of one of each thing a project can hold. */
export type ProjectThings = {
  projectId: string;
  documentId: string;
  snapshotId: string;
  constraintId: string;
  entityId: string;
  otherEntityId: string;
  relationId: string;
  ruleId: string;
  episodeId: string;
  assemblyId: string;
  conversationId: string;
  expectationId: string;
  threadId: string;
  noteId: string;
  /** Of what stands in a form of it. */
  draftId: string;
  sceneId: string;
};

/** Stands in every text of a project: whoever sees it has seen that project. */
export const canaryOf = (name: string): string => `Kanarienvogel-${name}`;

/** A project with one of each thing, every text of it marked. */
export const plantProject = async (
  client: ContractClient,
  folder: string,
  name: string,
): Promise<ProjectThings> => {
  const canary = canaryOf(name);
  const home = path.join(folder, name);
  await mkdir(home, { recursive: true });
  await writeFile(
    path.join(home, '01 One.md'),
    `# One ${canary}\n\nThe lamp of ${canary} went out over the ferry.\n`,
  );
  await writeFile(path.join(home, '02 Two.md'), `# Two\n\nMorning came to ${canary}.\n`);
  const project = await answerOf(client, 'projects:open', { path: home, language: 'en' });
  const { projectId } = project;
  const documentId = project.documents[0]?.documentId ?? '';
  const snapshot = await answerOf(client, 'documents:snapshots:create', { projectId, documentId });
  const constraint = await answerOf(client, 'constraints:create', {
    projectId,
    type: 'plot',
    text: `Keep ${canary} secret.`,
  });
  const entityOf = (suffix: string) =>
    answerOf(client, 'knowledge:entities:create', {
      projectId,
      kind: 'character',
      name: `${canary} ${suffix}`,
      summary: `Lives in ${canary}.`,
    });
  const entity = await entityOf('Anna');
  const other = await entityOf('Ben');
  const relation = await answerOf(client, 'knowledge:relations:create', {
    projectId,
    subjectId: entity.entityId,
    predicate: `trusts (${canary})`,
    objectId: other.entityId,
  });
  const rule = await answerOf(client, 'memory:rules:create', {
    projectId,
    text: `Short words for ${canary}.`,
    confidence: 0.9,
    confirmed: true,
  });
  const episode = await answerOf(client, 'memory:episodes:create', {
    projectId,
    text: `Spoke about ${canary}.`,
  });
  await answerOf(client, 'retrieval:index', { projectId, wait: true });
  const assembly = await answerOf(client, 'context:assemble', {
    projectId,
    documentId,
    cursorPosition: 10,
    skillId: 'continue',
  });
  const expectation = await answerOf(client, 'expectations:create', {
    projectId,
    at: { documentId },
    expect: 'in',
    item: { text: `The lamp of ${canary}` },
    note: `Why ${canary} matters.`,
  });
  const thread = await answerOf(client, 'threads:create', {
    ...{ projectId, title: `What ${canary} hides`, note: `Told of ${canary}.` },
    due: { documentId: project.documents[1]?.documentId ?? '' },
    places: [{ kind: 'opened', documentId, start: 0, end: 10 }],
  });
  const note = await answerOf(client, 'notes:create', {
    ...{ projectId, documentId, start: 0, end: 10 },
    ...{ text: `To look up about ${canary}.`, kind: 'todo' },
  });
  await answerOf(client, 'forms:keep', {
    ...{ projectId, pageId: `page-${projectId}` },
    drafts: [{ form: 'note:new', draftId: projectId, step: 1, fields: `Not yet: ${canary}.` }],
  });
  const { text } = await answerOf(client, 'documents:read', { projectId, documentId });
  const { start, opening } = scenesOf(text)[0] ?? { start: 0, opening: '' };
  const scene = await answerOf(client, 'manuscript:scenes:update', {
    ...{ projectId, at: { documentId, start, opening } },
    synopsis: `What ${canary} does here.`,
  });
  const conversation = await answerOf(client, 'conversation:create', {
    projectId,
    title: `About ${canary}`,
  });
  return {
    projectId,
    documentId,
    snapshotId: snapshot.snapshotId,
    constraintId: constraint.constraintId,
    entityId: entity.entityId,
    otherEntityId: other.entityId,
    relationId: relation.relationId,
    ruleId: rule.ruleId,
    episodeId: episode.episodeId,
    assemblyId: assembly.assemblyId,
    conversationId: conversation.conversationId,
    expectationId: expectation.expectationId,
    threadId: thread.threadId,
    noteId: note.noteId,
    draftId: projectId,
    sceneId: scene.sceneId,
  };
};

/** All of a project that a caller can see, for comparing before and after. */
export const seeProject = async (
  client: ContractClient,
  { projectId, documentId }: ProjectThings,
): Promise<unknown> => {
  const scope = { projectId };
  return {
    project: await answerOf(client, 'projects:get', scope),
    text: await answerOf(client, 'documents:read', { projectId, documentId }),
    snapshots: await answerOf(client, 'documents:snapshots:list', { projectId, documentId }),
    constraints: await answerOf(client, 'constraints:list', scope),
    entities: await answerOf(client, 'knowledge:entities:list', scope),
    relations: await answerOf(client, 'knowledge:relations:list', scope),
    rules: await answerOf(client, 'memory:rules:list', scope),
    episodes: await answerOf(client, 'memory:episodes:list', scope),
    budget: await answerOf(client, 'context:budget:get', scope),
    history: await answerOf(client, 'context:history:list', scope),
    expectations: (await answerOf(client, 'expectations:list', scope)).items.map(
      ({ result: _result, ...expectation }) => expectation,
    ),
    threads: await answerOf(client, 'threads:list', scope),
    notes: await answerOf(client, 'notes:list', scope),
    forms: await answerOf(client, 'forms:list', scope),
    scenes: await answerOf(client, 'manuscript:scenes', scope),
    conversations: await answerOf(client, 'conversation:list', scope),
  };
};
