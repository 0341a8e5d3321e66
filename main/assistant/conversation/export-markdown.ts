/** Writes a conversation for reading. */
import type { Language } from '#shared/domain/identifiers.ts';
import type { StoredMessage } from './store/message-store.ts';

const words = {
  'zh-CN': {
    untitled: '未命名的对话',
    user: '作者',
    assistant: '助手',
    tool: '工具结果',
    system: '归纳',
    note: '系统提示',
    called: '调用',
    brokenOff: '回答在此中断',
    originalsAbove: '更早的消息在此归纳；原文见上文。',
  },
  en: {
    untitled: 'Untitled conversation',
    user: 'Writer',
    assistant: 'Assistant',
    tool: 'Tool result',
    system: 'Summary',
    note: 'Note',
    called: 'Called',
    brokenOff: 'The answer broke off here',
    originalsAbove: 'Earlier messages are summarised here; their originals stand above.',
  },
} as const satisfies Record<Language, Record<string, string>>;

type Words = (typeof words)[Language];

/** A code block whose fence no line of the text can close. */
const block = (text: string, kind: string): string => {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${kind}\n${text.replace(/\n$/, '')}\n${fence}`;
};

const headingOf = ({ role, metadata, createdAt }: StoredMessage, said: Words): string => {
  const name = metadata.kind === 'note' && role === 'user' ? said.note : said[role];
  const tool = metadata.tool_name === undefined ? '' : ` · ${metadata.tool_name}`;
  return `## ${name}${tool} · ${new Date(createdAt).toISOString()}`;
};

const bodyOf = (row: StoredMessage, said: Words): string[] => {
  const { role, metadata } = row;
  const text = row.original ?? row.content;
  const parts: string[] = [];
  if (role === 'tool') {
    parts.push(block(text, 'text'));
  } else if (metadata.kind === 'step') {
    const calls = metadata.calls ?? [];
    const thought = metadata.thought?.trim() || (calls.length === 0 ? text : '');
    if (thought !== '') parts.push(thought);
    for (const { tool_name: tool, input } of calls) {
      parts.push(`${said.called} **${tool}**`, block(JSON.stringify(input, null, 2), 'json'));
    }
  } else {
    if (metadata.kind === 'summary') parts.push(`*${said.originalsAbove}*`);
    if (text !== '') parts.push(text);
  }
  if (metadata.error) parts.push(`*${said.brokenOff} (${metadata.error.code})*`);
  return parts;
};

/** A conversation for reading: originals in the place of what was compressed or taken out, and calls of tools. */
export const exportMarkdown = (
  title: string,
  rows: readonly StoredMessage[],
  language: Language,
): string => {
  const said = words[language];
  const parts = [`# ${title || said.untitled}`];
  for (const row of rows) parts.push(headingOf(row, said), ...bodyOf(row, said));
  return `${parts.join('\n\n')}\n`;
};

export const untitledName = (language: Language): string => words[language].untitled;
