import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenValue } from '#shared/domain/mcp-server.ts';
import { readNumber } from '#renderer/features/settings/read-number.ts';
import {
  draftOfServer,
  emptyServer,
  readServer,
} from '#renderer/features/settings/tool-server-draft.ts';

const line = fc
  .string({ minLength: 1 })
  .filter((text) => text.trim() === text && !/[\r\n]/.test(text));
const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 _.-]{0,20}[A-Za-z0-9]$/);

describe('a tool server in the form', () => {
  it('is stored as it was before, when nothing was changed', () => {
    const env = fc.dictionary(fc.stringMatching(/^[A-Z_]{1,8}$/), line, { noNullPrototype: true });
    const stdio = fc.record({
      kind: fc.constant('stdio' as const),
      command: line,
      args: fc.array(line),
      env,
    });
    const http = fc.record({ kind: fc.constant('http' as const), url: fc.webUrl() });
    fc.assert(
      fc.property(name, fc.oneof(stdio, http), fc.boolean(), (given, transport, enabled) => {
        const server = { name: given, transport, enabled, confirmed: true };
        expect(readServer(draftOfServer(server), [given])).toEqual({
          value: { name: given, transport, enabled },
          faults: null,
        });
      }),
    );
  });

  it('keeps a stored value that is left alone, and only there', () => {
    const transport = {
      kind: 'stdio' as const,
      command: 'npx',
      args: [],
      env: { API_KEY: null, MODE: 'quiet' },
    };
    const draft = draftOfServer({ name: 'a', transport, enabled: true, confirmed: true });
    expect(draft.env).toBe(`API_KEY=${hiddenValue}\nMODE=quiet`);
    const envOf = (env: string) => {
      const read = readServer({ ...draft, env }, ['a']).value?.transport;
      return read?.kind === 'stdio' ? read.env : null;
    };
    expect(envOf(draft.env)).toEqual(transport.env);
    expect(envOf('API_KEY=sk-new')).toEqual({ API_KEY: 'sk-new' });
    expect(envOf('')).toEqual({});
    const renamed = { ...draft, env: `OTHER_KEY=${hiddenValue}` };
    expect(readServer(renamed, ['a']).faults).toEqual({ env: true });
  });

  it('keeps stored arguments by their numbers, and a stored address as a whole', () => {
    const program = { kind: 'stdio' as const, command: 'npx', args: [0, 1, 2], env: {} };
    const draft = draftOfServer({ name: 'a', transport: program, enabled: true, confirmed: true });
    const argsOf = (args: string) => {
      const read = readServer({ ...draft, args }, ['a']).value?.transport;
      return read?.kind === 'stdio' ? read.args : null;
    };
    expect(argsOf(draft.args)).toEqual([0, 1, 2]);
    expect(argsOf(`${hiddenValue} 3\nnew\n${hiddenValue} 1`)).toEqual([2, 'new', 0]);
    expect(argsOf(`${hiddenValue} 4`)).toBeNull();
    expect(argsOf(hiddenValue)).toBeNull();
    expect(argsOf(`--key=${hiddenValue}`)).toBeNull();

    const url = `https://a.example/mcp?${hiddenValue}`;
    const address = { kind: 'http' as const, url };
    const form = draftOfServer({ name: 'a', transport: address, enabled: true, confirmed: true });
    expect(readServer(form, ['a']).value?.transport).toEqual(address);
    const elsewhere = { ...form, url: `https://b.example/mcp?${hiddenValue}` };
    expect(readServer(elsewhere, ['a']).faults).toEqual({ hiddenUrl: true });
  });

  it('names what is wrong with it', () => {
    const faultsOf = (change: Partial<typeof emptyServer>) =>
      readServer({ ...emptyServer, name: 'a', command: 'npx', ...change }, ['taken']).faults;
    expect(faultsOf({})).toBeNull();
    expect(faultsOf({ name: ' ' })).toEqual({ name: true });
    expect(faultsOf({ name: 'taken' })).toEqual({ taken: true });
    expect(faultsOf({ name: 'taken', isNew: false })).toBeNull();
    expect(faultsOf({ command: '' })).toEqual({ command: true });
    expect(faultsOf({ env: 'A=1\nno value' })).toEqual({ env: true });
    expect(faultsOf({ kind: 'http', url: 'ftp://a' })).toEqual({ url: true });
  });
});

describe('a number in settings', () => {
  const range = { min: 1, max: 500, whole: true, empty: false };
  it('is read as people write it, and refused when it is none', () => {
    expect(readNumber(' ５０ ', range)).toBe(50);
    expect(readNumber('0', range)).toBeUndefined();
    expect(readNumber('1.5', range)).toBeUndefined();
    expect(readNumber('', range)).toBeUndefined();
    expect(readNumber('', { ...range, empty: true })).toBeNull();
    expect(readNumber('0.25', { ...range, min: 0.01, whole: false })).toBe(0.25);
  });
});
