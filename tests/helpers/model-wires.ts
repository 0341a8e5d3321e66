export type WireFormat = 'openai' | 'anthropic' | 'ollama';

export type ScriptedCall = {
  /** Absent: the server names none. */
  id?: string;
  name: string;
  /** A text is sent as it is, JSON or not. */
  arguments: object | string;
};

/** What one call is answered with. Words are sent piece by piece. */
export type Script = {
  pieces?: readonly string[];
  /** Tools asked for after the words; their arguments come in two pieces where the format has pieces. */
  calls?: readonly ScriptedCall[];
  /** Ms between pieces. */
  pause?: number;
  /** Counted for the request when absent: one token for three bytes. */
  usage?: { input?: number; cached?: number; cacheWrite?: number; output?: number };
  /** Says all it counts in words that are no numbers. */
  garbled?: true;
  finish?: 'stop' | 'length';
  /** The provider's rules stop it: its own words where the format has a place for them, '' for none. */
  refusal?: string;
  /** Thoughts before the answer. */
  reasoning?: string;
  /** After the pieces: `half` ends without an end, `drop` breaks the connection, `stall` says nothing more. */
  end?: 'half' | 'drop' | 'stall' | 'garbage' | 'error';
  /** Hangs up on the request without a word. */
  hangsUp?: true;
  /** Answers with this status instead of a stream. */
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** Body of such an answer, or of any, sent as it is: in one piece, or in these. */
  body?: string | readonly (string | Uint8Array)[];
};

export type Wire = {
  type: string;
  opening(script: Script, input: number): string[];
  piece(text: string): string;
  thought(text: string): string;
  calls(calls: readonly ScriptedCall[]): string[];
  ending(script: Script, input: number, output: number): string[];
  garbage: string;
  error: string;
};

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (type: string, value: object): string =>
  `event: ${type}\n${data({ type, ...value })}`;
const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const chunk = (delta: object, finish: string | null = null): string =>
  data({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
const ollama = { model: 'scripted', created_at: '2026-01-01T00:00:00Z' };

const argumentsOf = (call: ScriptedCall): string =>
  typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);

/** Cut where a character of several bytes may stand: in the middle. */
const halves = (text: string): [string, string] => {
  const middle = Math.floor(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
};

/** Why a whole answer ended, in the words of the format. */
const reasonOf = (
  { calls, finish = 'stop' }: Script,
  words: { stop: string; length: string; calls: string },
): string => (calls && finish === 'stop' ? words.calls : words[finish]);

export const wires: Record<WireFormat, Wire> = {
  openai: {
    type: 'text/event-stream',
    opening: () => [chunk({ role: 'assistant', content: '' })],
    piece: (content) => chunk({ content }),
    thought: (text) => chunk({ reasoning_content: text }),
    calls: (calls) =>
      calls.flatMap((call, index) => {
        const [head, tail] = halves(argumentsOf(call));
        const id = call.id === undefined ? {} : { id: call.id };
        const first = {
          index,
          ...id,
          type: 'function',
          function: { name: call.name, arguments: head },
        };
        return [
          chunk({ tool_calls: [first] }),
          chunk({ tool_calls: [{ index, function: { arguments: tail } }] }),
        ];
      }),
    ending: (script, input, output) => [
      ...(script.refusal ? [chunk({ refusal: script.refusal })] : []),
      chunk(
        {},
        script.refusal === ''
          ? 'content_filter'
          : reasonOf(script, { stop: 'stop', length: 'length', calls: 'tool_calls' }),
      ),
      data({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'scripted',
        choices: [],
        usage: {
          prompt_tokens: input,
          completion_tokens: output,
          total_tokens: input + output,
          prompt_tokens_details: { cached_tokens: script.usage?.cached ?? 0 },
        },
      }),
      'data: [DONE]\n\n',
    ],
    garbage: 'data: {"choices":[{"de\n\n',
    error: data({ error: { message: 'The engine is overloaded', type: 'server_error' } }),
  },
  anthropic: {
    type: 'text/event-stream',
    opening: ({ usage = {} }, input) => [
      named('message_start', {
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'scripted',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: input - (usage.cached ?? 0) - (usage.cacheWrite ?? 0),
            cache_read_input_tokens: usage.cached ?? 0,
            cache_creation_input_tokens: usage.cacheWrite ?? 0,
            output_tokens: 1,
          },
        },
      }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ],
    piece: (text) =>
      named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    thought: () => named('ping', {}),
    calls: (calls) =>
      calls.flatMap((call, position) => {
        const index = position + 1;
        const id = call.id ?? `toolu_${index}`;
        return [
          named('content_block_start', {
            index,
            content_block: { type: 'tool_use', id, name: call.name, input: {} },
          }),
          ...halves(argumentsOf(call)).map((part) =>
            named('content_block_delta', {
              index,
              delta: { type: 'input_json_delta', partial_json: part },
            }),
          ),
          named('content_block_stop', { index }),
        ];
      }),
    ending: (script, _input, output) => [
      named('content_block_stop', { index: 0 }),
      named('message_delta', {
        delta: {
          stop_reason:
            script.refusal === undefined
              ? reasonOf(script, { stop: 'end_turn', length: 'max_tokens', calls: 'tool_use' })
              : 'refusal',
          stop_sequence: null,
        },
        usage: { output_tokens: output },
      }),
      named('message_stop', {}),
    ],
    garbage: 'event: content_block_delta\ndata: {"type":"content_bl\n\n',
    error: named('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
  },
  ollama: {
    type: 'application/x-ndjson',
    opening: () => [],
    piece: (content) => line({ ...ollama, message: { role: 'assistant', content }, done: false }),
    thought: (thinking) =>
      line({ ...ollama, message: { role: 'assistant', content: '', thinking }, done: false }),
    calls: (calls) =>
      calls.map((call) => {
        const { id, name } = call;
        const named = id === undefined ? {} : { id };
        const asked = { ...named, function: { name, arguments: call.arguments } };
        return line({
          ...ollama,
          message: { role: 'assistant', content: '', tool_calls: [asked] },
          done: false,
        });
      }),
    ending: ({ finish = 'stop' }, input, output) => [
      line({
        ...ollama,
        message: { role: 'assistant', content: '' },
        done: true,
        done_reason: finish,
        total_duration: 5,
        load_duration: 1,
        prompt_eval_count: input,
        prompt_eval_duration: 2,
        eval_count: output,
        eval_duration: 2,
      }),
    ],
    garbage: '{"message":{"role":"assis\n',
    error: line({ error: 'llama runner process has terminated' }),
  },
};
