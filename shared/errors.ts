import { z } from 'zod';

/**
 * Every code a caller can meet (S3-36). The list is closed: a new failure gets a new line here, and the
 * renderer's dictionaries must then name it in both languages.
 */
export const errorCodes = [
  // the border
  'INTERNAL',
  'INVALID_INPUT',
  'UNKNOWN_CHANNEL',
  'UNAUTHORISED',
  'CANCELLED',
  'CAPABILITY_MISSING',
  'NOT_AVAILABLE_HERE',
  // projects and documents
  'PROJECT_NOT_FOUND',
  'PROJECT_CLOSED',
  'PROJECT_FOLDER_MISSING',
  'PROJECT_FOLDER_UNREADABLE',
  'PROJECT_PATH_IS_FILE',
  'PROJECT_FOLDER_TOO_LARGE',
  'PROJECT_PATH_RELATIVE',
  'PROJECT_FOLDER_UNWRITABLE',
  'PROJECT_LOCKED',
  'PROJECT_FILE_INVALID',
  'INSTRUCTIONS_UNMERGED',
  'INSTRUCTIONS_UNREADABLE',
  'DOCUMENT_NOT_FOUND',
  'DOCUMENT_CONFLICT',
  'DOCUMENT_NAME_INVALID',
  'DOCUMENT_NAME_TAKEN',
  'DOCUMENT_UNREADABLE',
  'DOCUMENT_TOO_LARGE',
  'DOCUMENT_EMPTY_OVERWRITE',
  'DOCUMENT_ENCODING_UNSURE',
  'SNAPSHOT_NOT_FOUND',
  'STEP_NOT_FOUND',
  'STEP_CHANGED',
  'FENCES_UNKNOWN',
  'FENCES_NOT_LISTED',
  'DISK_FULL',
  'DISK_READ_ONLY',
  'FILE_NAME_TOO_LONG',
  'FILE_NOT_PERMITTED',
  'FILE_WRITE_FAILED',
  'HISTORY_NOT_WRITTEN',
  'EXPORT_EMPTY',
  'EXPORT_FILE_EXISTS',
  'EXPORT_FOLDER_MISSING',
  'EXPORT_PLACE_INVALID',
  'PORTRAIT_INVALID',
  'PORTRAIT_UNREADABLE',
  'PORTRAIT_CHANGED',
  'FIELD_CHANGED',
  // texts written elsewhere
  'IMPORT_FILE_MISSING',
  'IMPORT_FORMAT_UNKNOWN',
  'IMPORT_FILE_DAMAGED',
  'IMPORT_FILE_PROTECTED',
  'IMPORT_TOO_LARGE',
  'IMPORT_NOTHING_FOUND',
  'IMPORT_FOLDER_TAKEN',
  // a book as one file
  'ARCHIVE_DAMAGED',
  'ARCHIVE_TOO_LARGE',
  'ARCHIVE_NEWER',
  'ARCHIVE_FAILED',
  'BACKUP_NOT_FOUND',
  // versions with git
  'GIT_MISSING',
  'GIT_OFF',
  'GIT_REPOSITORY_THERE',
  'GIT_IN_REPOSITORY',
  'GIT_BUSY',
  'GIT_LOCKED',
  'GIT_REMOTE_INVALID',
  'GIT_REMOTE_NONE',
  'GIT_UNREACHABLE',
  'GIT_UNAUTHORIZED',
  'GIT_TIMEOUT',
  'GIT_BEHIND',
  'GIT_REFUSED',
  'GIT_FILTER_FAILED',
  'GIT_FENCED',
  'GIT_CONFLICTS_OPEN',
  'GIT_FILES_IN_THE_WAY',
  'GIT_UNRELATED',
  'GIT_UNSAFE',
  'GIT_FAILED',
  // what the writer decided, what the world is, what was learned
  'CONSTRAINT_NOT_FOUND',
  'CONSTRAINT_LIMIT',
  'CONSTRAINT_CONFLICT',
  'CONSTRAINT_INVALID',
  'ENTITY_NOT_FOUND',
  'ENTITY_CONFLICT',
  'ENTITY_INVALID',
  'RELATION_NOT_FOUND',
  'RELATION_INVALID',
  'MEMORY_RULE_NOT_FOUND',
  'MEMORY_RULE_CONFLICT',
  'MEMORY_EPISODE_NOT_FOUND',
  'EXPECTATION_NOT_FOUND',
  'EXPECTATION_INVALID',
  'EXPECTATION_CONFLICT',
  'EXPECTATION_LIMIT',
  'SCENE_NOT_FOUND',
  'SCENE_TAKEN',
  'SCENE_CONFLICT',
  'SCENE_LIMIT',
  'NOTE_NOT_FOUND',
  'NOTE_INVALID',
  'NOTE_CONFLICT',
  'NOTE_LIMIT',
  'NOTE_CLOSED',
  'FORM_TOO_LARGE',
  'FORM_LIMIT',
  'THREAD_NOT_FOUND',
  'THREAD_INVALID',
  'THREAD_CONFLICT',
  'THREAD_LIMIT',
  'SYNOPSIS_NOT_FOUND',
  'SYNOPSIS_SETTLED',
  'SYNOPSIS_CHANGED',
  'SYNOPSIS_KEPT_BACK',
  'SYNOPSIS_BUSY',
  'SYNOPSIS_JOB_NOT_FOUND',
  'CONTRADICTION_NOT_FOUND',
  'CONTRADICTIONS_BROKEN',
  'CONTRADICTION_BUSY',
  'CONTRADICTION_JOB_NOT_FOUND',
  // the whole book as one text
  'SEARCH_PATTERN_INVALID',
  'REPLACE_PLACE_CHANGED',
  'REPLACE_CHAPTER_CLOSED',
  'REPLACE_STOPPED',
  'REPLACE_TAKEN_BACK',
  'REPLACEMENT_NOT_FOUND',
  'OUTSIDE_CHANGE_NOT_FOUND',
  'REPORT_NOT_FOUND',
  // context
  'CONTEXT_RULES_OVERBUDGET',
  'CONTEXT_BUDGET_FALLBACK',
  'CONTEXT_BUDGET_CONFLICT',
  'CONTEXT_BUDGET_INVALID',
  'CONTEXT_SCOPE_VIOLATION',
  'CONTEXT_INPUT_TOO_LARGE',
  'CONTEXT_BACKPRESSURE',
  'CONTEXT_INSPECT_FORBIDDEN',
  'CONTEXT_CURSOR_OUTSIDE',
  'CONTEXT_LAYER_INVALID',
  'CONTEXT_ASSEMBLY_NOT_FOUND',
  'SKILL_NOT_FOUND',
  'KG_UNAVAILABLE',
  'MEMORY_UNAVAILABLE',
  'THREADS_UNAVAILABLE',
  'RETRIEVAL_UNAVAILABLE',
  'IMMEDIATE_UNAVAILABLE',
  'CHAPTERS_UNAVAILABLE',
  'CONSTRAINTS_UNAVAILABLE',
  'TOKENIZER_UNAVAILABLE',
  'EMBEDDER_UNAVAILABLE',
  'SENTENCE_MODEL_INCOMPLETE',
  'SENTENCE_MODEL_UNREADABLE',
  'SENTENCE_MODEL_UNSUITABLE',
  'SENTENCE_MODEL_TOO_LARGE',
  'SENTENCE_MODEL_NO_NUMBERS',
  'SENTENCE_MODEL_CHANGED',
  'SENTENCE_MODEL_FAILED',
  'SENTENCE_MODEL_NOT_PUBLISHED',
  'SENTENCE_MODEL_SITE_FAILED',
  'SENTENCE_MODEL_DAMAGED',
  'SENTENCE_MODEL_IN_USE',
  'SENTENCE_MODEL_NOT_STORED',
  'SENTENCE_MODEL_LATE',
  // settings and storage
  'SETTINGS_INVALID',
  'DATABASE_NEWER',
  'DATABASE_CORRUPT',
  'DATABASE_LOCKED',
  'DATABASE_READ_ONLY',
  'DATA_FOLDER_UNWRITABLE',
  'PORT_TAKEN',
  // context files
  'CONTEXT_FILE_NOT_FOUND',
  'CONTEXT_FILE_EXISTS',
  'CONTEXT_FILE_INVALID',
  'CONTEXT_FILE_PATTERN_INVALID',
  'CONTEXT_FILE_TIMEOUT',
  'CONTEXT_FILE_QUOTA',
  'CONTEXT_ARCHIVE_INVALID',
  'CONVERSATION_NOT_FOUND',
  // models, skills, runs, candidates
  'MODEL_INVALID',
  'MODEL_NOT_FOUND',
  'MODEL_NOT_SELECTED',
  'MODEL_KEY_MISSING',
  'MODEL_KEY_REFUSED',
  'MODEL_KEY_STORE_FAILED',
  'MODEL_UNKNOWN',
  'MODEL_UNREACHABLE',
  'MODEL_TLS_FAILED',
  'MODEL_PROXY_FAILED',
  'MODEL_PROTOCOL_WRONG',
  'MODEL_RATE_LIMITED',
  'MODEL_OVERLOADED',
  'MODEL_STALLED',
  'MODEL_STREAM_BROKEN',
  'MODEL_PROMPT_TOO_LONG',
  'MODEL_REQUEST_REFUSED',
  'MODEL_CONTENT_REFUSED',
  'MODEL_ANSWER_EMPTY',
  'MODEL_ANSWER_UNUSABLE',
  'PURSE_EXCEEDED',
  'PURSE_ASKS',
  'REQUEST_FENCED',
  'SKILL_INVALID',
  'SELECTION_INVALID',
  'RUN_NOT_FOUND',
  'RUN_INTERRUPTED',
  'CANDIDATE_NOT_FOUND',
  'CANDIDATE_STALE',
  'CANDIDATE_INVALID',
  // conversations and the assistant's tools
  'CONVERSATION_BUSY',
  'CONVERSATION_TEXT_EMPTY',
  'CONVERSATION_NOTHING_TO_RESUME',
  'CONVERSATION_STEP_LIMIT',
  'CONVERSATION_COST_LIMIT',
  'CONVERSATION_STUCK',
  'MESSAGE_NOT_FOUND',
  'PERMISSION_NOT_FOUND',
  'MCP_SERVER_NOT_FOUND',
  'MCP_SERVER_INVALID',
  'MCP_SERVER_FAILED',
  // thrown by the renderer alone: no answer came
  'HOST_UNREACHABLE',
] as const;

export const ErrorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** Plain JSON, the only thing that crosses the border beside strings and numbers. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** What a failed call answers. `message` is English and for people who debug; the renderer words it by `code`. */
export const ReplyError = z.object({
  code: ErrorCode,
  message: z.string(),
  details: z.record(z.string(), z.json()).optional(),
});
export type ReplyError = z.infer<typeof ReplyError>;

export type Reply<T> = { ok: true; value: T } | { ok: false; error: ReplyError };

/** The only error services throw on purpose. Dispatch alone turns it into a {@link Reply}. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: JsonObject | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details?: JsonObject,
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
}

/** The code of whatever was thrown: INTERNAL for what no service threw on purpose. */
export const appErrorCode = (error: unknown): ErrorCode =>
  error instanceof AppError ? error.code : 'INTERNAL';

/** An error as a {@link Reply} carries it. */
export const replyError = ({ code, message, details }: AppError): ReplyError =>
  details ? { code, message, details } : { code, message };
