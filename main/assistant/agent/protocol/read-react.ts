/** Reads an answer in the text protocol. */
import type { AskedToolCall, ParsedAnswer } from './protocol.ts';
import { readJson } from './read-json.ts';

/** Line beginnings models use for the parts of a step, with or without emphasis, in either language. */
const action = /^[ \t>*_`#-]*(Action|行动|动作)[*_`]*[ \t]*\d*[ \t]*[:：][*_\s]*/gimu;
const actionInput = /^[\s*_`]*(?:Action Input|行动输入|动作输入|输入)[*_`]*[ \t]*[:：][*_`\s]*/iu;
const thoughtLabel =
  /^[ \t>*_`#-]*(?:Thought|Thinking|思考|想法)[*_`]*[ \t]*\d*[ \t]*[:：][*_ \t]*/imu;
const answerLabel =
  /^[ \t>*_`#-]*(?:Final Answer|Answer|最终答案|最终回答|答案)[*_`]*[ \t]*[:：][*_ \t]*/imu;
const observation =
  /^[ \t>*_`#-]*(?:Observation[*_`]*[ \t]*\d*[ \t]*[:：]|观察(?:结果)?[*_`]*[ \t]*[:：]|\[tool\])/imu;
/** What the conversation is shown with, copied by the model. */
const roleLabel = /^\s*\[assistant\][ \t]*/iu;
/** Written behind the thought instead of on a line of its own. */
const inlineAction = /(Action)[ \t]*[:：][ \t]*(?=`?[^\s`[\](){}（）【】:：]{1,200}`?\[)/gu;
/** The end of a turn on a line of its own, its label forgotten. */
const bareFinish = /^[ \t>*_`-]*(?=Finish[ \t]*[[【])/gmu;
/** A tool's name, perhaps in backticks, and what opens its input. */
const called = /`?([^\s`[\](){}（）【】:：]{1,200})`?\s*([[({【（])/uy;
const bareName = /`?([^\s`[\](){}（）【】:：]{1,200})`?/uy;
const closes: Readonly<Record<string, string>> = { '[': ']', '【': '】', '(': ')', '（': '）' };
const opensFence = /^\s*(?:```\w*\s*)?$/u;
const onlyFence = /^[\s`,;*，；]*$/u;

const matchAt = (pattern: RegExp, text: string, index: number): RegExpExecArray | null => {
  pattern.lastIndex = index;
  return pattern.exec(text);
};

const without = (label: RegExp, text: string): string => {
  const found = label.exec(text);
  return found && opensFence.test(text.slice(0, found.index))
    ? text.slice(found.index + found[0].length).trim()
    : text.trim();
};

/** Some servers leave a model's thinking in its answer. */
const splitThinking = (text: string): { thinking: string; rest: string } => {
  const found = /^\s*<think>([\s\S]*?)<\/think>/iu.exec(text);
  return found
    ? { thinking: (found[1] ?? '').trim(), rest: text.slice(found[0].length) }
    : { thinking: '', rest: text };
};

/** What stands in `Finish[…]`: its last bracket closes it, since answers hold brackets of their own. */
const finishText = (body: string): string => {
  const invented = observation.exec(body);
  const before = invented ? body.slice(0, invented.index).trimEnd() : body;
  const text = (invented && /[\]】]$/u.test(before) ? before : body).trim();
  const last = Math.max(text.lastIndexOf(']'), text.lastIndexOf('】'));
  const tail = last < 0 ? text : text.slice(last + 1);
  if (last >= 0 && /^[\s`。.*]*$/u.test(tail)) return text.slice(0, last).trim();
  let depth = 1;
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] === '[') depth += 1;
    if (text[index] === ']') depth -= 1;
    // Words behind the bracket are the model's to the writer all the same.
    if (depth === 0) return `${text.slice(0, index).trim()}\n\n${text.slice(index + 1).trim()}`;
  }
  return text;
};

type Step = { ok: true; asked: AskedToolCall; end: number } | { ok: false; problem: string };

const shape = 'Write it as: Action: Tool[{"name": "value"}]';

/** One call whose name begins at `index`. */
const readCall = (text: string, index: number): Step => {
  const found = matchAt(called, text, index);
  const bare = found ? null : matchAt(bareName, text, index);
  const toolName = (found ?? bare)?.[1];
  if (toolName === undefined)
    return { ok: false, problem: `No tool is named after "Action:". ${shape}` };
  const behind = index + (found ?? bare ?? [''])[0].length;
  const opener = found?.[2] ?? '';
  // `Tool {…}` has its bracket in the JSON itself.
  let start = opener === '{' ? behind - 1 : behind;
  if (!found) {
    const input = actionInput.exec(text.slice(behind));
    if (!input) return { ok: false, problem: `"${toolName}" has no input in brackets. ${shape}` };
    start = behind + input[0].length;
  }
  while (/\s/u.test(text[start] ?? '')) start += 1;
  const close = closes[opener];
  if (close !== undefined && text[start] === close) {
    return { ok: true, asked: { toolName, input: {} }, end: start + 1 };
  }
  if (text[start] !== '{') {
    return {
      ok: false,
      problem: `The input of ${toolName} must be a JSON object in the brackets. ${shape}`,
    };
  }
  const read = readJson(text, start);
  if (!read.ok) {
    return { ok: false, problem: `The input of ${toolName} is no JSON: ${read.problem}. ${shape}` };
  }
  let { end } = read;
  if (close === undefined) return { ok: true, asked: { toolName, input: read.value }, end };
  while (/\s/u.test(text[end] ?? '')) end += 1;
  const next = text[end];
  if (next === close || next === ']') {
    return { ok: true, asked: { toolName, input: read.value }, end: end + 1 };
  }
  // A bracket left out at the end of the line can stand nowhere else.
  if (next === undefined || text.slice(read.end, end).includes('\n')) {
    return { ok: true, asked: { toolName, input: read.value }, end: read.end };
  }
  return {
    ok: false,
    problem: `One JSON object belongs in the brackets of ${toolName}, and something follows it. ${shape}`,
  };
};

type Marker = { index: number; end: number; isEnglish: boolean };

/** The Chinese words for it are also words of a story: only with a call behind them they mean one. */
const isMeant = (text: string, { end, isEnglish }: Marker): boolean =>
  isEnglish || matchAt(called, text, end) !== null;

const markersOf = (text: string): Marker[] => {
  const found = (pattern: RegExp): Marker[] =>
    [...text.matchAll(pattern)]
      .map((match) => ({
        index: match.index,
        end: match.index + match[0].length,
        isEnglish: /^action$/iu.test(match[1] ?? ''),
      }))
      .filter((marker) => isMeant(text, marker));
  const own = found(action);
  if (own.length > 0) return own;
  const inline = found(inlineAction);
  return inline.length > 0 ? inline : found(bareFinish);
};

const answerOf = (text: string): string => {
  const labelled = answerLabel.exec(text);
  const isAfterThought = labelled && thoughtLabel.test(text.slice(0, labelled.index));
  return isAfterThought
    ? text.slice(labelled.index + labelled[0].length).trim()
    : without(thoughtLabel, text);
};

/**
 * Reads an answer in the text protocol (S4-04): `Thought: …`, then `Action: Tool[{…}]` or `Action: Finish[…]`.
 * Calls that follow each other directly all count; what comes after them the model made up. An answer without
 * any action is the answer to the writer.
 */
export const readReact = (answer: string): ParsedAnswer => {
  const { thinking, rest } = splitThinking(answer.replaceAll('\r\n', '\n'));
  const text = rest.replace(roleLabel, '');
  const markers = markersOf(text);
  const [first] = markers;
  if (!first) {
    const said = answerOf(text);
    return said === ''
      ? { kind: 'malformed', thought: thinking, kept: answer, problem: 'The answer was empty.' }
      : { kind: 'answer', thought: thinking, text: said };
  }
  const thought = without(thoughtLabel, text.slice(0, first.index)) || thinking;
  const calls: AskedToolCall[] = [];
  let end = first.end;
  for (const marker of markers) {
    if (marker.index < end && calls.length > 0) continue;
    if (calls.length > 0 && !onlyFence.test(text.slice(end, marker.index))) break;
    const named = matchAt(called, text, marker.end) ?? matchAt(bareName, text, marker.end);
    if (/^finish$/iu.test(named?.[1] ?? '')) {
      // An answer given together with calls knew nothing of their results.
      if (calls.length > 0) break;
      const from = marker.end + (named?.[0].length ?? 0) - (named?.[2] === '{' ? 1 : 0);
      const said = finishText(text.slice(from));
      return said === ''
        ? { kind: 'malformed', thought, kept: text, problem: 'Finish[…] was empty.' }
        : { kind: 'answer', thought, text: said };
    }
    const step = readCall(text, marker.end);
    if (!step.ok) {
      // What came before it is carried out only together with it: half a plan is none of the model's.
      return { kind: 'malformed', thought, kept: text.trim(), problem: step.problem };
    }
    calls.push(step.asked);
    ({ end } = step);
  }
  return { kind: 'calls', thought, calls, kept: text.slice(0, end).trim() };
};
