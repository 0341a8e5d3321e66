/** Where a person's files are on each system. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What decides where a person's files are; an argument, so that every system can be tested on one. */
export type Home = {
  system: NodeJS.Platform;
  /** Absolute path of the home folder. */
  home: string;
  environment: Readonly<Record<string, string | undefined>>;
};

/** The folder that every host uses unless told otherwise, so that all of them see the same projects. */
export const defaultDataFolder = ({ system, home, environment }: Home): string => {
  if (system === 'win32') {
    return path.win32.join(
      environment.APPDATA || path.win32.join(home, 'AppData', 'Roaming'),
      'Fabula',
    );
  }
  if (system === 'darwin') return path.join(home, 'Library', 'Application Support', 'Fabula');
  return path.join(environment.XDG_DATA_HOME || path.join(home, '.local', 'share'), 'Fabula');
};

/** The writer's documents, which Linux names in the system's language. New projects go to `Fabula` in it. */
export const defaultDocumentsFolder = (where: Home): string => {
  const join = where.system === 'win32' ? path.win32.join : path.join;
  return documentsOf(where) ?? join(where.home, 'Documents');
};

const documentsOf = ({ system, home, environment }: Home): string | null => {
  if (system === 'win32' || system === 'darwin') return null;
  const config = environment.XDG_CONFIG_HOME || path.join(home, '.config');
  const file = path.join(config, 'user-dirs.dirs');
  if (!existsSync(file)) return null;
  const line = /^XDG_DOCUMENTS_DIR="([^"]+)"/m.exec(readFileSync(file, 'utf8'))?.[1];
  if (!line) return null;
  const folder = line.replace(/^\$HOME(?=\/|$)/, home);
  return path.isAbsolute(folder) ? folder : null;
};

/**
 * The two folders a host works in. A data folder of one's own keeps the documents with it, so that a trial
 * leaves nothing anywhere else.
 * @param chosenFolder absolute or relative path from the command line, or null
 */
export const chooseFolders = (
  chosenFolder: string | null,
  where: Home,
): { data: string; documents: string } => {
  const named = chosenFolder ?? where.environment.FABULA_DATA_DIR ?? null;
  const documents = where.environment.FABULA_DOCUMENTS_DIR;
  if (named) {
    const data = path.resolve(named);
    return { data, documents: documents || path.join(data, 'documents') };
  }
  return {
    data: defaultDataFolder(where),
    documents: documents || defaultDocumentsFolder(where),
  };
};
