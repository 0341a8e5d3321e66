import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HandedOver, readStartOptions } from '#main/hosts/electron/start-options.ts';

const read = (line: string, environment: Record<string, string> = {}, packaged = false) =>
  readStartOptions(line.split(' ').filter(Boolean), environment, packaged);

describe('the start of the desktop', () => {
  it('finds its own flags among Chromium’s', () => {
    expect(
      read('--no-sandbox --remote-debugging-port=0 /app --data-dir=/d --project /书 --disable-gpu'),
    ).toEqual({ dataDir: '/d', start: { project: '/书' }, rendererUrl: null });
    expect(read('. --data-dir /d --sample=zh-CN').start).toEqual({ sample: 'zh-CN' });
    expect(read('.')).toEqual({ dataDir: null, start: null, rendererUrl: null });
    expect(read('--sample fr').start).toBeNull();
    expect(read('--data-dir').dataDir).toBeNull();
  });

  it('loads a development page of this machine only, and never when packaged', () => {
    const url = (address: string, packaged = false) =>
      read('', { FABULA_RENDERER_URL: address }, packaged).rendererUrl;
    expect(url('http://127.0.0.1:5173')).toBe('http://127.0.0.1:5173/');
    expect(url('http://localhost:5173/')).toBe('http://localhost:5173/');
    for (const address of [
      'http://evil.example/',
      'https://127.0.0.1/',
      'file:///x',
      'no url',
      '',
    ]) {
      expect([address, url(address)]).toEqual([address, null]);
    }
    expect(url('http://127.0.0.1:5173', true)).toBeNull();
  });

  it('takes from a second start what a start may ask for, and nothing else', () => {
    const taken = (handed: unknown) => HandedOver.safeParse(handed).data?.start ?? null;
    expect(taken({ start: { project: '/书' } })).toEqual({ project: '/书' });
    expect(taken({ start: { sample: 'en' } })).toEqual({ sample: 'en' });
    for (const other of [
      { start: null },
      { start: { project: '' } },
      { start: 1 },
      {},
      null,
      'x',
    ]) {
      expect(taken(other)).toBeNull();
    }
  });

  it('never throws', () => {
    const word = fc.oneof(
      fc.constantFrom('--data-dir', '--data-dir=', '--no-project', '--', '-x'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(readStartOptions(words, {}, false).rendererUrl).toBeNull();
      }),
    );
  });
});
