/** Takes a path inside the project apart. */
import { Refusal } from '../catch-tool-failure.ts';

const device = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i;
const control = /\p{Cc}/u;
const elsewhere = /^(?:[/~]|[A-Za-z]:|[A-Za-z][A-Za-z0-9+.-]*:\/\/)/;

export const isHiddenName = (name: string): boolean =>
  name.startsWith('.') || name.toLowerCase() === 'node_modules';

const checkSegment = (segment: string): void => {
  if (isHiddenName(segment)) {
    throw new Refusal(
      'PATH_HIDDEN',
      'Names that begin with a dot, and node_modules, are not part of the project.',
    );
  }
  if (device.test(segment)) {
    throw new Refusal('PATH_INVALID', 'That name belongs to a device on some systems.');
  }
};

/**
 * The names a path consists of; none for the project folder itself. Nothing is looked up. Refuses whatever could
 * lead out of the project or into what is not the manuscript's: PATH_INVALID, PATH_OUTSIDE_PROJECT, PATH_HIDDEN.
 */
export const pathSegments = (given: string): string[] => {
  if (control.test(given)) throw new Refusal('PATH_INVALID', 'The path holds control characters.');
  if (given.includes('\\')) {
    throw new Refusal('PATH_INVALID', 'Separate folders with forward slashes.');
  }
  const path = given.trim();
  if (elsewhere.test(path)) {
    throw new Refusal(
      'PATH_OUTSIDE_PROJECT',
      'Paths are relative to the project folder, such as "第一卷/第3章.md". LS shows what is there.',
    );
  }
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) {
    throw new Refusal('PATH_OUTSIDE_PROJECT', 'A path must not leave the project folder ("..").');
  }
  for (const segment of segments) checkSegment(segment);
  return segments;
};
