/** Gives whatever a call to a model met one closed code. */
import type { APICallError } from 'ai';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { redactKey } from '../keys/redact.ts';
import { causeOfFailure, WireError } from './wire-error.ts';

export type Circumstances = {
  key: string | null;
  /** Something of the answer had come already. */
  begun: boolean;
};

const words: Partial<Record<ErrorCode, string>> = {
  MODEL_KEY_MISSING: 'The server wants a key and none is stored.',
  MODEL_KEY_REFUSED: 'The server refuses the key.',
  MODEL_UNKNOWN: 'The server does not have this model.',
  MODEL_UNREACHABLE: 'Nothing answers at this address; the server may not be running.',
  MODEL_TLS_FAILED: 'The secure connection could not be made.',
  MODEL_PROXY_FAILED: 'A proxy on the way wants to be logged in to, or failed.',
  MODEL_PROTOCOL_WRONG: 'The server does not speak the chosen protocol at this address.',
  MODEL_RATE_LIMITED: 'The server asks to wait, or the quota is used up.',
  MODEL_OVERLOADED: 'The server reports trouble of its own.',
  MODEL_STREAM_BROKEN: 'The connection broke in the middle of the answer.',
  MODEL_PROMPT_TOO_LONG: 'The request is longer than the model takes.',
  MODEL_REQUEST_REFUSED: 'The server refuses the request.',
  MODEL_CONTENT_REFUSED: 'The provider refuses to write this.',
};

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ECONNABORTED',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const broken = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
]);
const tls =
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|HOSTNAME_MISMATCH|EPROTO)/u;

type Coded = Error & { code: string };
const isCoded = (error: unknown): error is Coded =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';
const isWire = (error: unknown): error is WireError => error instanceof WireError;
/** By name: the library itself is loaded with the first call only. */
const isCall = (error: unknown): error is APICallError =>
  error instanceof Error && error.name === 'AI_APICallError';

const tooLong =
  /context.{0,20}(length|window|size)|maximum.{0,20}tokens|too (long|many tokens|large)|prompt is too|exceeds?.{0,40}(context|tokens)/iu;
const noModel =
  /model.{0,120}(not found|does not exist|not exist|no such|unknown|invalid|not support)|(unknown|invalid|no such) model|model_not_found|not_found_error/iu;

/** What providers say when their rules about content stop a request; services in China among them. */
const contentRules =
  /content[_ -]?(filter|polic|management|moderation)|moderation|data_?inspection|content exists risk|responsible ?ai|usage polic|(inappropriate|sensitive|unsafe|harmful) content|flagged (as|by|for)|safety (system|filter|setting|reason)|内容(安全|审核|审查)|敏感(词|内容|信息)|违规/iu;

const codeOfStatus = (status: number, said: string, key: string | null): ErrorCode => {
  if ((status === 400 || status === 403 || status === 451) && contentRules.test(said)) {
    return 'MODEL_CONTENT_REFUSED';
  }
  if (status === 401 || status === 403) return key ? 'MODEL_KEY_REFUSED' : 'MODEL_KEY_MISSING';
  if (status === 404) return noModel.test(said) ? 'MODEL_UNKNOWN' : 'MODEL_PROTOCOL_WRONG';
  if (status === 407 || status === 511) return 'MODEL_PROXY_FAILED';
  if (status === 405 || status === 415 || status === 426) return 'MODEL_PROTOCOL_WRONG';
  if (status === 429) return 'MODEL_RATE_LIMITED';
  if (status === 408 || status === 409 || status >= 500) return 'MODEL_OVERLOADED';
  if (tooLong.test(said) || status === 413) return 'MODEL_PROMPT_TOO_LONG';
  if (/plain http request.{0,40}https/iu.test(said)) return 'MODEL_TLS_FAILED';
  if (noModel.test(said)) return 'MODEL_UNKNOWN';
  return 'MODEL_REQUEST_REFUSED';
};

/** Fetch turns status 407 into a failure that says nothing, and nothing else into such a one. */
const isProxyRefusal = (error: unknown): error is Error =>
  error instanceof Error && error.message === '' && error.name === 'Error' && !isCoded(error);

const codeOfConnection = (code: string, message: string, begun: boolean): ErrorCode | null => {
  if (tls.test(code)) return 'MODEL_TLS_FAILED';
  if (code.startsWith('HPE_')) return 'MODEL_PROTOCOL_WRONG';
  if (unreachable.has(code)) return 'MODEL_UNREACHABLE';
  if (broken.has(code) || /terminated|other side closed|aborted/iu.test(message)) {
    return begun ? 'MODEL_STREAM_BROKEN' : 'MODEL_UNREACHABLE';
  }
  return null;
};

const codeOf = (error: unknown, { key, begun }: Circumstances): ErrorCode => {
  const wire = causeOfFailure(error, isWire);
  if (wire) {
    return wire.code === 'MODEL_STREAM_BROKEN' && !begun ? 'MODEL_PROTOCOL_WRONG' : wire.code;
  }
  if (causeOfFailure(error, isProxyRefusal)) return 'MODEL_PROXY_FAILED';
  const connection = causeOfFailure(error, isCoded);
  const found = connection && codeOfConnection(connection.code, connection.message, begun);
  if (found) return found;
  const call = causeOfFailure(error, isCall);
  const said = `${call?.message ?? ''} ${call?.responseBody ?? ''}`;
  // The library gives a chunk it cannot read a status of its own making.
  const isUnreadable = /Type validation failed|JSON parsing failed|Invalid JSON response/u.test(
    said,
  );
  const status = call?.statusCode;
  if (status !== undefined && status >= 400 && !isUnreadable)
    return codeOfStatus(status, said, key);
  return begun ? 'MODEL_STREAM_BROKEN' : 'MODEL_PROTOCOL_WRONG';
};

/** What a provider itself said, where it can help and cannot hold the key. */
const quoteOf = (error: unknown, code: ErrorCode, key: string | null): string | null => {
  const call = causeOfFailure(error, isCall);
  if (!call || code === 'MODEL_KEY_REFUSED' || code === 'MODEL_KEY_MISSING') return null;
  if (/Type validation failed|JSON parsing failed/u.test(call.message)) return null;
  const said = redactKey(call.message, key);
  return said === '' || said.includes('<') ? null : said;
};

/** One closed code for whatever a call to a model met. The key is in neither message nor details. */
export const explainFailure = (error: unknown, circumstances: Circumstances): AppError => {
  if (error instanceof AppError) return error;
  const code = codeOf(error, circumstances);
  const status = causeOfFailure(error, isCall)?.statusCode;
  const quote = quoteOf(error, code, circumstances.key);
  return new AppError(code, words[code] ?? 'The model could not answer.', {
    ...(status === undefined || status < 400 ? {} : { status }),
    ...(quote === null ? {} : { provider: quote }),
  });
};

const retryable: ReadonlySet<ErrorCode> = new Set([
  'MODEL_RATE_LIMITED',
  'MODEL_OVERLOADED',
  'MODEL_UNREACHABLE',
  'MODEL_STALLED',
]);
const noQuota = /insufficient_quota|billing|credit balance/iu;

export type Retry = { again: boolean; after: number | null };

/** Whether a failure is worth another try, and how long the server asks to wait for it (ms). */
export const retryOf = (error: unknown, code: ErrorCode, now: number): Retry => {
  const call = causeOfFailure(error, isCall);
  if (!retryable.has(code) || noQuota.test(call?.responseBody ?? '')) {
    return { again: false, after: null };
  }
  const headers = call?.responseHeaders ?? {};
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(milliseconds)) return { again: true, after: Math.max(0, milliseconds) };
  const given = headers['retry-after'];
  if (given === undefined) return { again: true, after: null };
  const seconds = Number(given);
  const at = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(given) - now;
  return { again: true, after: Number.isFinite(at) ? Math.max(0, at) : null };
};
