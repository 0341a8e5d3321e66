import { chmod, lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawHttp } from '#tests/helpers/raw-http.ts';
import { runFabula, type Served, serveFabula } from '#tests/helpers/serve.ts';

/** The real process at its border: who is let in, and what the two commands say. */
describe('fabula serve', () => {
  let folder: string;
  let data: string;
  let served: Served;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'fabula-serve-'));
    data = path.join(folder, 'data');
    served = await serveFabula(data, ['--sample', 'en']);
  });
  afterAll(async () => {
    await served.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  const call = (headers: Record<string, string>, body: string | Buffer = '{}') =>
    rawHttp(`${served.url}/rpc/projects%3Alist`, { method: 'POST', headers, body });

  it('prints one line and says in it where it is and what is open', () => {
    expect(served.output().trimEnd().split('\n')).toHaveLength(1);
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(served.token.length).toBeGreaterThanOrEqual(43);
    expect(served.project?.projectId).toBeTruthy();
  });

  it('S3-45 lets in only who knows its token and calls it by its own name', async () => {
    const authorization = `Bearer ${served.token}`;
    const { status, body } = await call({ authorization });
    expect(status).toBe(200);
    expect(JSON.parse(body).value.items).toHaveLength(1);
    const refused = {
      noToken: await call({}),
      wrongToken: await call({ authorization: `Bearer ${'x'.repeat(43)}` }),
      foreignHost: await call({ authorization, host: 'fabula.example' }),
      foreignOrigin: await call({ authorization, origin: 'http://fabula.example' }),
      hugeBody: await call({ authorization }, Buffer.alloc(64 * 1024 * 1024 + 1, 32)),
      malformed: await call({ authorization }, '{'),
    };
    const outcomes = Object.entries(refused).map(([name, answer]) => [
      name,
      answer.status,
      JSON.parse(answer.body).error.code,
    ]);
    expect(outcomes).toEqual([
      ['noToken', 401, 'UNAUTHORISED'],
      ['wrongToken', 401, 'UNAUTHORISED'],
      ['foreignHost', 403, 'UNAUTHORISED'],
      ['foreignOrigin', 403, 'UNAUTHORISED'],
      ['hugeBody', 413, 'INVALID_INPUT'],
      ['malformed', 400, 'INVALID_INPUT'],
    ]);
  });

  it('lets a page in by what it printed, each in its own way, and by no cookie [S3-45]', async () => {
    const { url, token, address, opening } = served;
    expect(address).toBe(`${url}/#token=${token}`);
    const code = /^http:\/\/127\.0\.0\.1:\d+\/#code=([\w-]{43})$/.exec(opening)?.[1] ?? '';
    expect(code).not.toBe(token);
    const ask = (body: object) =>
      rawHttp(`${url}/session`, { method: 'POST', body: JSON.stringify(body) });
    const { status, body, headers } = await ask({ code });
    expect([status, headers['set-cookie']]).toEqual([200, undefined]);
    const authorization = `Bearer ${JSON.parse(body).value.session}`;
    expect((await call({ authorization })).status).toBe(200);
    expect((await ask({ code })).status).toBe(401);
    const { port } = new URL(url);
    expect((await call({ cookie: `fabula_${port}=${token}`, origin: url })).status).toBe(401);
  });

  it('keeps its data folder to its owner, and what others made in it', async () => {
    const modesOf = async (place: string): Promise<[string, number][]> => {
      const found: [string, number][] = [];
      for (const entry of await readdir(place, { withFileTypes: true, recursive: true })) {
        const file = path.join(entry.parentPath, entry.name);
        if (file.includes(`${path.sep}documents`) || entry.isSymbolicLink()) continue;
        const { mode } = await lstat(file);
        if ((mode & 0o077) !== 0) found.push([file, mode & 0o777]);
      }
      return found;
    };
    expect((await lstat(data)).mode & 0o777).toBe(0o700);
    expect(await modesOf(data)).toEqual([]);
    await served.stop();
    for (const entry of await readdir(data, { withFileTypes: true, recursive: true })) {
      const file = path.join(entry.parentPath, entry.name);
      await chmod(file, entry.isDirectory() ? 0o755 : 0o644);
    }
    await chmod(data, 0o755);
    served = await serveFabula(data, ['--sample', 'en']);
    expect((await lstat(data)).mode & 0o777).toBe(0o700);
    expect(await modesOf(data)).toEqual([]);
  });

  it('shares its data folder with a second process', async () => {
    const listed = await runFabula(['call', 'projects:list', '{}', '--data-dir', data]);
    expect(listed.code).toBe(0);
    const { projectId } = JSON.parse(listed.stdout).value.items[0];
    const input = JSON.stringify({ projectId, type: 'style', text: 'From another process.' });
    const made = await runFabula(['call', 'constraints:create', '-', '--data-dir', data], input);
    expect([made.code, JSON.parse(made.stdout).ok, made.stderr]).toEqual([0, true, '']);
    const seen = await rawHttp(`${served.url}/rpc/constraints%3Alist`, {
      method: 'POST',
      headers: { authorization: `Bearer ${served.token}` },
      body: JSON.stringify({ projectId }),
    });
    expect(seen.body).toContain('From another process.');
  });

  it('ends with 0 when it is told to, and leaves a log without the token', async () => {
    expect(await served.stop('SIGTERM')).toBe(0);
    const log = await readFile(path.join(data, 'logs', 'web.log'), 'utf8');
    expect(log).toContain('request without the token refused');
    expect(log).not.toContain(served.token);
    served = await serveFabula(data);
    expect(await served.stop('SIGINT')).toBe(0);
  });
});

describe('fabula on the command line', () => {
  let data: string;
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'fabula-call-'));
  });
  afterAll(() => rm(data, { recursive: true, force: true, maxRetries: 3 }));

  it('call prints the Reply as one line and ends with 0, 1 or 2', async () => {
    const call = (channel: string, input: string) =>
      runFabula(['call', channel, input, '--data-dir', data]);
    const fine = await call('settings:get', '{}');
    expect([fine.code, JSON.parse(fine.stdout).ok]).toEqual([0, true]);
    expect(fine.stdout.trimEnd()).not.toContain('\n');
    for (const [channel, input, code] of [
      ['projects:steal', '{}', 'UNKNOWN_CHANNEL'],
      ['projects:get', '{}', 'INVALID_INPUT'],
      ['projects:get', '{"projectId":"nowhere"}', 'PROJECT_NOT_FOUND'],
      ['settings:get', '{', 'INVALID_INPUT'],
    ] as const) {
      const failed = await call(channel, input);
      expect([failed.code, JSON.parse(failed.stdout).error.code]).toEqual([1, code]);
    }
  });

  it('call finds a project that another process opened', async () => {
    const call = async (channel: string, input: object) =>
      JSON.parse(
        (await runFabula(['call', channel, JSON.stringify(input), '--data-dir', data])).stdout,
      );
    const { projectId, documents } = (await call('projects:openSample', { language: 'zh-CN' }))
      .value;
    const { documentId } = documents[2];
    const assembled = await call('context:assemble', {
      projectId,
      documentId,
      cursorPosition: 200,
      skillId: 'continue',
    });
    expect(assembled).toMatchObject({
      ok: true,
      value: { layers: { rules: { truncated: expect.any(Boolean) } } },
    });
  });

  it('inspect shows the layers of a real assembly, in columns that stand straight', async () => {
    const chinese = await runFabula(['inspect', '--sample', 'zh-CN', '--chapter', '3']);
    expect([chinese.code, chinese.stderr]).toEqual([0, '']);
    for (const word of ['规则', '偏好', '检索', '当前', '合计', '你写下的约束', '紧邻光标']) {
      expect(chinese.stdout).toContain(word);
    }
    const english = await runFabula(['inspect', '--sample', 'en', '--chapter', '2', '--json']);
    const { layers, tokenCount, budget } = JSON.parse(english.stdout);
    expect(Object.keys(layers)).toEqual(['rules', 'settings', 'retrieved', 'immediate']);
    expect(tokenCount).toBeLessThanOrEqual(budget);
    expect(layers.rules.items.length).toBeGreaterThan(0);
  });

  it('inspect says what is wrong, and leaves the setting of a real data folder as it was', async () => {
    const place = ['--sample', 'en', '--data-dir', data];
    await runFabula(['call', 'settings:update', '{"debugMode":false}', '--data-dir', data]);
    expect((await runFabula(['inspect', ...place])).code).toBe(0);
    const settings = await runFabula(['call', 'settings:get', '{}', '--data-dir', data]);
    expect(JSON.parse(settings.stdout).value.debugMode).toBe(false);
    const missing = await runFabula(['inspect', ...place, '--chapter', '999']);
    expect([missing.code, missing.stdout]).toEqual([1, '']);
    expect(missing.stderr).toContain('no chapter 999');
    const nowhere = await runFabula(['inspect', path.join(data, 'nowhere')]);
    expect([nowhere.code, nowhere.stderr.split(':')[0]]).toEqual([1, 'PROJECT_FOLDER_MISSING']);
  });
});
