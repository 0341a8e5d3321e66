/** How context files are named. */
import { AppError } from '#shared/errors.ts';
import type { ContextKind } from '#shared/domain/context-file.ts';

const device = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i;
const conversationShape = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;
const segmentShape = /^[\p{L}\p{N}_-][\p{L}\p{N}\p{M}_. ()+@=,-]*$/u;
const maxSegmentLength = 200;
const maxPathLength = 400;

/** Folders of a conversation that hold content, and the kind of a file nothing else is known of (S0-01, S2-05). */
export const contentFolders: Readonly<Record<string, ContextKind>> = {
  artifacts: 'artifact',
  history: 'history',
  catalog: 'catalog',
  tool_result: 'artifact',
  user_message: 'history',
  assistant_message: 'history',
};

/** Throws CONTEXT_FILE_INVALID for an id that could be anything but one folder of its own (S0-20). */
export const checkConversationId = (conversationId: string): void => {
  const shapely =
    conversationShape.test(conversationId) &&
    !conversationId.endsWith('.') &&
    !device.test(conversationId);
  if (!shapely) {
    throw new AppError('CONTEXT_FILE_INVALID', 'That is not the id of a conversation.', {
      field: 'conversationId',
    });
  }
};

/** A path inside a conversation's tree that means the same file, and only one, on every system. */
export const isContentPath = (path: string): boolean => {
  const segments = path.split('/');
  return (
    path.length <= maxPathLength &&
    path === path.normalize('NFC') &&
    segments.length >= 2 &&
    segments.length <= 8 &&
    Object.hasOwn(contentFolders, segments[0] ?? '') &&
    segments.every(
      (segment) =>
        segmentShape.test(segment) &&
        Buffer.byteLength(segment) <= maxSegmentLength &&
        !/[. ]$/.test(segment) &&
        !device.test(segment),
    )
  );
};

/** Two paths with one key are one file on systems that fold letter case. */
export const foldedKey = (name: string): string => name.normalize('NFC').toLowerCase();

/** As much of `name` as a file may be called; '' when nothing is left. */
const stemOf = (name: string): string => {
  const stem = name
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 80)
    .replace(/\.+$/, '');
  return device.test(stem) ? `${stem.replaceAll('.', '_')}_` : stem;
};

/** What a file is called (S0-03). `path` fixes it: the file must not exist yet. */
export type FileName =
  | { for: 'tool'; callId?: string }
  | { for: 'terminal'; terminalId?: string }
  | { for: 'archive'; range: string }
  | { for: 'summary' }
  | { for: 'catalog'; name: string }
  | { for: 'record'; path: string };

const timestamp = (now: number): string =>
  new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '_');

/** The recommended name, and the one to take when another file has it already; null where there is no other. */
export const pathFor = (
  name: FileName,
  id: string,
  now: number,
  mimeType: string | undefined,
): { path: string; otherwise: string | null } => {
  const named = (folder: string, wish: string, extension: string) => {
    const stem = stemOf(wish) || id;
    return {
      path: `${folder}/${stem}${extension}`,
      otherwise: `${folder}/${stem}-${id}${extension}`,
    };
  };
  const extension = mimeType === 'application/json' ? '.json' : '.txt';
  switch (name.for) {
    case 'tool':
      return named('artifacts/tool', name.callId ?? id, extension);
    case 'terminal':
      return named('artifacts/terminal', name.terminalId ?? id, '.log');
    case 'archive':
      return named('history/archive', `${timestamp(now)}-${name.range}`, '.md');
    case 'summary':
      return named('history/summary', timestamp(now), '.md');
    case 'catalog':
      return named('catalog', name.name, extension);
    case 'record':
      if (!isContentPath(name.path)) {
        throw new AppError('CONTEXT_FILE_INVALID', 'That is not a name for a context file.', {
          field: 'path',
        });
      }
      return { path: name.path, otherwise: null };
  }
};
