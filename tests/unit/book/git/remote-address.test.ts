import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maskRemote, parseRemote } from '#main/book/git/remote-address.ts';

it.each([
  ['https://host/book.git', 'https:', 'host'],
  ['http://127.0.0.1:8080/book.git', 'http:', '127.0.0.1:8080'],
  ['ssh://git@host:2222/~/book.git', 'ssh:', 'host:2222'],
  ['git@host.example:writer/book.git', 'ssh:', 'host.example'],
  ['host:book.git', 'ssh:', 'host'],
  ['file:///srv/book.git', 'file:', ''],
  ['/srv/书.git', 'file:', ''],
])('%s is an address a book can be pushed to [B11]', (address, protocol, host) => {
  const url = parseRemote(address);
  expect([url.protocol, url.host]).toEqual([protocol, host]);
});

it.each([
  'ext::sh -c touch% /tmp/x',
  'fd::17/x',
  '--upload-pack=touch /tmp/x',
  '-oProxyCommand=x',
  'ssh://-oProxyCommand=x/y',
  '-host:path',
  'https://writer:secret@host/book.git',
  'javascript://host/path',
  'book.git',
  '../book.git',
  '',
  'https://host/\nurl = x',
  'https://host',
])('%j is none: it would run something, open something, or lead nowhere [B11]', (address) => {
  expect(() => parseRemote(address)).toThrow(
    expect.objectContaining({ code: 'GIT_REMOTE_INVALID' }),
  );
});

it('whatever is taken for an address begins with no dash, ends no line and names a way git may go [B11]', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: 'binary' })), (address) => {
      try {
        const { protocol, password } = parseRemote(address);
        expect(address).not.toMatch(/^-|[\n\r\0]|^\w+::/u);
        expect(['https:', 'http:', 'ssh:', 'git:', 'file:']).toContain(protocol);
        expect(password).toBe('');
      } catch (error) {
        expect(error).toMatchObject({ code: 'GIT_REMOTE_INVALID' });
      }
    }),
  );
});

it('shows no password of an address that a repository brought along [B11]', () => {
  expect(maskRemote('https://w:secret@host/b.git')).toBe('https://w:…@host/b.git');
  expect(maskRemote('git@host:w/b.git')).toBe('git@host:w/b.git');
});
