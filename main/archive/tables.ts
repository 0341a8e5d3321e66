/** Which tables hold a book, and what of their rows belongs to this machine alone. */

export type CarriedTable = {
  name: string;
  /** Columns that say which row it is, in the order rows are compared in. */
  key: readonly string[];
  /** Finds a book's rows: its own column unless told otherwise. */
  where?: string;
  /** A number SQLite gives: not part of what the row says. */
  numbered?: boolean;
  /** Its ids stand in the book's folder too, and are those of their book alone: a second copy of the book keeps them. */
  isInFolder?: boolean;
  /** What is true of this machine alone, and what stands in its place elsewhere. */
  blank?: Readonly<Record<string, string | number>>;
};

const numbered = (name: string, key: string): CarriedTable => ({
  name,
  key: [key],
  numbered: true,
});

/** In an order in which rows can be written: whoever is referred to comes first. */
export const carriedTables: readonly CarriedTable[] = [
  { name: 'projects', key: ['project_id'], blank: { path: '', opened_at: 0 } },
  { name: 'document_folders', key: ['project_id'] },
  { name: 'documents', key: ['document_id'], blank: { inode: '', modified_at: 0 } },
  { name: 'snapshot_texts', key: ['version'] },
  { name: 'snapshots', key: ['snapshot_id'] },
  { name: 'document_conflicts', key: ['snapshot_id'] },
  { ...numbered('constraints', 'constraint_id'), isInFolder: true },
  { ...numbered('entities', 'entity_id'), isInFolder: true },
  { ...numbered('relations', 'relation_id'), isInFolder: true },
  { ...numbered('memory_rules', 'rule_id'), isInFolder: true },
  { ...numbered('expectations', 'expectation_id'), isInFolder: true },
  { ...numbered('threads', 'thread_id'), isInFolder: true },
  { ...numbered('notes', 'note_id'), isInFolder: true },
  { ...numbered('scenes', 'scene_id'), isInFolder: true },
  { name: 'expectation_results', key: ['expectation_id'], isInFolder: true },
  {
    name: 'record_versions',
    key: ['kind', 'record_id', 'version'],
    numbered: true,
    isInFolder: true,
  },
  {
    name: 'record_files',
    key: ['kind', 'record_id'],
    blank: { inode: '', modified_at: 0 },
    isInFolder: true,
  },
  { name: 'outside_changes', key: ['kind', 'record_id'], numbered: true, isInFolder: true },
  numbered('memory_episodes', 'episode_id'),
  { name: 'budgets', key: ['project_id'] },
  { name: 'assemblies', key: ['assembly_id'] },
  { name: 'assembly_texts', key: ['hash'] },
  { name: 'last_requests', key: ['model', 'kind'] },
  numbered('ai_runs', 'run_id'),
  numbered('ai_candidates', 'candidate_id'),
  numbered('synopsis_proposals', 'proposal_id'),
  { name: 'ai_preferences', key: ['pattern'] },
  { name: 'judge_waivers', key: ['finding_id'] },
  { name: 'judge_settings', key: ['project_id'] },
  { name: 'judge_checks', key: ['document_id'] },
  { name: 'contradictions', key: ['finding_id'] },
  numbered('conversations', 'conversation_id'),
  numbered('conversation_turns', 'turn_id'),
  numbered('conversation_messages', 'message_id'),
  {
    name: 'conversation_offloads',
    key: ['conversation_id', 'message_id', 'path', 'offloaded_at'],
    numbered: true,
  },
  { name: 'export_choices', key: ['project_id'], blank: { last_export: '' } },
  { name: 'spelling_words', key: ['word'] },
  { name: 'dismissed_names', key: ['name'] },
  { name: 'watched_words', key: ['word'] },
  { name: 'writing_hours', key: ['day', 'hour', 'document_id'] },
  { name: 'writing_goals', key: ['project_id'] },
  { name: 'text_origins', key: ['document_id', 'version'], numbered: true },
  { name: 'text_sources', key: ['source_id'] },
  numbered('chapter_steps', 'step_id'),
  numbered('replacements', 'undo_id'),
  {
    name: 'replaced_parts',
    key: ['undo_id', 'part'],
    numbered: true,
    where: 'undo_id IN (SELECT undo_id FROM replacements WHERE project_id = ?)',
  },
];

/** Tables that stay, each with the reason; a table that is in neither list fails a test. */
export const stayingTables: Readonly<Record<string, string>> = {
  settings: 'belong to the writer',
  form_drafts: 'stand in forms of this machine and were not saved',
  key_origins: 'where keys of this machine may be sent',
  model_profiles: 'belong to the writer; keys are in no table',
  ai_calibration: 'counts of a model’s tokens',
  project_permission_rules: 'what was allowed on this machine',
  permission_grants: 'what was allowed on this machine',
  mcp_servers: 'programs and addresses of this machine',
  sample_imports: 'says that this data folder has unpacked a sample',
  egress: 'what left this machine',
  git_books: 'what runs on this machine, and where it may push',
  purse_caps: 'what the writer may spend on this machine, for all books',
  purse_spent: 'what was spent on this machine, for all books',
  purse_reservations: 'requests under way on this machine',
  purse_clock: 'what the clock of this machine said',
  purse_turned_back: 'days that the clock of this machine was set back to',
  synopsis_jobs: 'work that is paid on this machine',
  contradiction_jobs: 'work that is paid on this machine',
  expectation_places: 'are noted again by the next look at the expectations',
  expectation_assemblies: 'are made again by the next look at the expectations',
  expected_words: 'are counted or dropped when the book is opened again',
  database_state: 'counts the changes of this database',
};
