/** Whole answers of each protocol, byte by byte, whose words about tokens are a test's own. */
import type { Provider } from '#shared/domain/model-profile.ts';

/** What a provider says it took, as JSON or what should have been; absent: not a word. */
export type Words = {
  /** Where a protocol tells of the input before the text. */
  start?: string;
  end?: string;
};

const event = (json: string): string => `data: ${json}\n\n`;
const field = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":${value}`;
const ollamaLine = (more: string): string =>
  `{"model":"m","created_at":"2026-01-01T00:00:00Z",${more}}\n`;

/** One answer, in the parts in which a server may send it. */
export const answerParts: Record<Provider, (text: string, words: Words) => string[]> = {
  'openai-compatible': (text, { start, end }) => [
    event(
      `{"id":"c","choices":[{"index":0,"delta":{"content":${JSON.stringify(text)}}}]${field('usage', start)}}`,
    ),
    event('{"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}'),
    end === undefined ? '' : event(`{"id":"c","choices":[],"usage":${end}}`),
    event('[DONE]'),
  ],
  anthropic: (text, { start, end }) => [
    event(
      `{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[]${field('usage', start)}}}`,
    ),
    event('{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}'),
    event(
      `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":${JSON.stringify(text)}}}`,
    ),
    event('{"type":"content_block_stop","index":0}'),
    event(`{"type":"message_delta","delta":{"stop_reason":"end_turn"}${field('usage', end)}}`),
    event('{"type":"message_stop"}'),
  ],
  ollama: (text, { end }) => [
    ollamaLine(`"message":{"role":"assistant","content":${JSON.stringify(text)}},"done":false`),
    ollamaLine(
      `"message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"${end === undefined ? '' : `,${end}`}`,
    ),
  ],
};

/** The same count of input and output in the words of each protocol. */
export const countWords: Record<Provider, (input: string, output: string) => Words> = {
  'openai-compatible': (input, output) => ({
    end: `{"prompt_tokens":${input},"completion_tokens":${output}}`,
  }),
  anthropic: (input, output) => ({
    start: `{"input_tokens":${input},"output_tokens":1}`,
    end: `{"output_tokens":${output}}`,
  }),
  ollama: (input, output) => ({ end: `"prompt_eval_count":${input},"eval_count":${output}` }),
};
