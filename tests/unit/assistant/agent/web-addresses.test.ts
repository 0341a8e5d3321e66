import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AddressPolicy,
  addressOf,
  parsePublicUrl,
} from '#main/assistant/agent/tools/web/address-of.ts';
import { isPublicAddress } from '#main/assistant/agent/tools/web/addresses.ts';

const noNames: AddressPolicy = {
  resolve: () => Promise.reject(new Error('no name was expected')),
  isAllowed: isPublicAddress,
};
const codeOf = async (url: string, policy = noNames): Promise<string> => {
  try {
    return (await addressOf(parsePublicUrl(url), policy)).address;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'none';
  }
};

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
/** Addresses of networks nobody on the internet has. */
const privateOctets = fc.oneof(
  octets.map(([, b, c, d]) => [127, b, c, d]),
  octets.map(([, b, c, d]) => [10, b, c, d]),
  octets.map(([, b, c, d]) => [0, b, c, d]),
  octets.map(([, b, c, d]) => [172, 16 + (b % 16), c, d]),
  octets.map(([, , c, d]) => [192, 168, c, d]),
  octets.map(([, , c, d]) => [169, 254, c, d]),
  octets.map(([, b, c, d]) => [100, 64 + (b % 64), c, d]),
  octets.map(([a, b, c, d]) => [224 + (a % 32), b, c, d]),
);
const hex = (value: number): string => `0x${value.toString(16)}`;
const octal = (value: number): string => `0${value.toString(8)}`;
const numberOf = (parts: readonly number[]): number =>
  parts.reduce((whole, part) => whole * 256 + part, 0);
const hexPair = (one = 0, other = 0): string => (one * 256 + other).toString(16);
const group = fc.nat(0xffff).map((value) => value.toString(16));

describe('addresses web_read may reach', () => {
  it('refuses private IPv4 addresses however they are spelt [S1]', async () => {
    await fc.assert(
      fc.asyncProperty(privateOctets, async (parts) => {
        const [a = 0, b = 0, c = 0, d = 0] = parts;
        const spellings = [
          parts.join('.'),
          `${parts.join('.')}.`,
          String(numberOf(parts)),
          hex(numberOf(parts)),
          octal(numberOf(parts)),
          parts.map(hex).join('.'),
          parts.map(octal).join('.'),
          `${a}.${numberOf([b, c, d])}`,
          `${hex(a)}.${octal(b)}.${numberOf([c, d])}`,
          `[::ffff:${parts.join('.')}]`,
          `[::${parts.join('.')}]`,
          `[::ffff:0:${parts.join('.')}]`,
          `[64:ff9b::${parts.join('.')}]`,
          `[2002:${hexPair(a, b)}:${hexPair(c, d)}::1]`,
          `[2001:0:1:2:3:4:${hexPair(a, b)}:${hexPair(c, d)}]`,
        ];
        for (const host of spellings) {
          expect([host, await codeOf(`http://${host}/`)]).toEqual([host, 'ADDRESS_REFUSED']);
        }
      }),
    );
  });

  it('refuses every IPv6 address outside the public part [S1]', () => {
    fc.assert(
      fc.property(
        fc.nat(0xffff),
        fc.array(group, { minLength: 7, maxLength: 7 }),
        (first, rest) => {
          const address = [first.toString(16), ...rest].join(':');
          const inPublicPart = first >= 0x2000 && first <= 0x3fff;
          if (!inPublicPart) expect(isPublicAddress(address)).toBe(false);
          expect(isPublicAddress(`${address}%eth0`)).toBe(false);
        },
      ),
    );
  });

  it.each([
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '',
    'localhost',
  ])('refuses %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00::1',
  ])('allows %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['file:///etc/passwd', 'URL_INVALID'],
    ['ftp://a.example/', 'URL_INVALID'],
    ['javascript:alert(1)', 'URL_INVALID'],
    ['a.example/page', 'URL_INVALID'],
    ['http://a.example@127.0.0.1/', 'URL_INVALID'],
    ['http://user:word@a.example/', 'URL_INVALID'],
    ['http://⑫⑦.0.0.1/', 'ADDRESS_REFUSED'],
    ['http://127。0。0。1/', 'ADDRESS_REFUSED'],
  ])('answers %j with %s', async (url, code) => {
    expect(await codeOf(url)).toBe(code);
  });

  it('refuses a name one of whose addresses is private, and one that is not known [S1]', async () => {
    const names = (...addresses: string[]): AddressPolicy => ({
      ...noNames,
      resolve: async () => addresses.map((address) => ({ address, family: 4 })),
    });
    expect(await codeOf('http://a.example/', names('93.184.216.34'))).toBe('93.184.216.34');
    expect(await codeOf('http://a.example/', names('93.184.216.34', '10.0.0.1'))).toBe(
      'ADDRESS_REFUSED',
    );
    expect(await codeOf('http://a.example/', names())).toBe('HOST_NOT_FOUND');
    expect(await codeOf('http://a.example/')).toBe('HOST_NOT_FOUND');
  });
});
