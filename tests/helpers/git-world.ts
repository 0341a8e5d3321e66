/** Machines with a real git, a bare repository between them, and nothing of the developer's own settings. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AppOptions } from '#main/app-options.ts';
import { createTestApp, type TestApp } from './app.ts';

export const chapterText = (title: string): string =>
  `# ${title}\n\n船靠了岸。\n\n没有人下来。\n\n灯灭了。\n`;

export const createGitWorld = () => {
  const base = mkdtempSync(join(tmpdir(), 'fabula-git-'));
  const home = join(base, 'home');
  mkdirSync(home);
  const environment = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  const apps: TestApp[] = [];
  const git = (folder: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'core.quotepath=false', ...args], {
      cwd: folder,
      env: { ...environment, LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    }).trimEnd();
  const writeFiles = (folder: string, files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  return {
    base,
    home,
    environment,
    git,
    /** Puts a file's content into a repository past its filters, and answers with its name there. */
    hash: (folder: string, content: string): string =>
      execFileSync('git', ['hash-object', '-w', '--stdin'], {
        ...{ cwd: folder, env: environment, encoding: 'utf8', input: content },
      }).trimEnd(),
    writeFiles,
    async startApp(options: AppOptions = {}): Promise<TestApp> {
      const test = await createTestApp({ gitEnvironment: environment, ...options });
      apps.push(test);
      return test;
    },
    /** A folder with chapters. */
    makeFolder(name: string, files: Readonly<Record<string, string>>): string {
      const folder = join(base, name);
      mkdirSync(folder, { recursive: true });
      writeFiles(folder, files);
      return folder;
    },
    makeBare(name = 'remote.git'): string {
      const folder = join(base, name);
      execFileSync('git', ['init', '--quiet', '--bare', folder], { env: environment });
      return folder;
    },
    async end(): Promise<void> {
      for (const test of apps) await test.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
};

export type GitWorld = ReturnType<typeof createGitWorld>;
