/** Takes secrets out of a text. */

/** An obvious secret: what it is called in its place, what must occur for it to be looked for, what it looks like. */
type SecretPattern = {
  name: string;
  /** At least one is part of every match: finding it is far cheaper than the pattern. */
  marks: readonly string[];
  /** Global. Group `keep` is left standing before the mark that replaces the rest. */
  pattern: RegExp;
};

/**
 * Only shapes that ordinary prose, in English or Chinese, never takes: a known prefix with enough random characters
 * behind it, or a configuration line that names its own secret. All are ASCII, so that bytes can be matched one by one.
 */
export const secretPatterns: readonly SecretPattern[] = [
  {
    name: 'private key',
    marks: ['PRIVATE KEY'],
    pattern:
      /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,32768}?-----END (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/g,
  },
  {
    name: 'api key',
    marks: ['sk-'],
    pattern: /(?<![\w-])sk-(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{20,256}/g,
  },
  {
    name: 'github token',
    marks: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{40,255})/g,
  },
  { name: 'gitlab token', marks: ['glpat-'], pattern: /(?<!\w)glpat-[\w-]{20,255}/g },
  { name: 'aws key id', marks: ['AKIA', 'ASIA'], pattern: /(?<!\w)A[KS]IA[0-9A-Z]{16}(?!\w)/g },
  { name: 'google key', marks: ['AIza'], pattern: /(?<!\w)AIza[\w-]{35}(?![\w-])/g },
  { name: 'slack token', marks: ['xox'], pattern: /(?<!\w)xox[abeoprs]-\d[\w-]{10,255}/g },
  {
    name: 'stripe key',
    marks: ['k_live_', 'k_test_'],
    pattern: /(?<!\w)[spr]k_(?:live|test)_[A-Za-z0-9]{16,255}/g,
  },
  { name: 'npm token', marks: ['npm_'], pattern: /(?<!\w)npm_[A-Za-z0-9]{36}(?!\w)/g },
  {
    name: 'hugging face token',
    marks: ['hf_'],
    pattern: /(?<!\w)hf_[A-Za-z0-9]{30,255}/g,
  },
  {
    name: 'json web token',
    marks: ['eyJ'],
    pattern: /(?<![\w-])eyJ[\w-]{10,4096}\.eyJ[\w-]{10,8192}\.[\w-]{10,4096}/g,
  },
  {
    name: 'authorisation',
    marks: ['Bearer ', 'bearer ', 'Basic ', 'basic '],
    pattern:
      /(?<keep>\b[Aa]uthorization["']?\s{0,4}[:=]\s{0,4}["']?(?:[Bb]earer|[Bb]asic) )[\w.~+/=-]{8,8192}/g,
  },
  {
    name: 'password',
    marks: ['://'],
    pattern:
      /(?<keep>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,64}:)[^\s:/@"'<>]{3,256}(?=@[\w.-])/g,
  },
  {
    name: 'secret',
    marks: ['KEY', 'SECRET', 'TOKEN', 'PASSWORD', 'PASSWD'],
    pattern:
      /(?<keep>(?<![\w$])(?:[A-Z][A-Z0-9]{0,40}_){0,6}(?:API_?KEY|SECRET(?:_KEY)?|ACCESS_KEY|PRIVATE_KEY|TOKEN|PASSWORD|PASSWD)=["']?)[^\s"'$;&|<>]{6,1024}/g,
  },
  {
    name: 'secret',
    marks: ['key', 'Key', 'ecret', 'oken', 'assword'],
    pattern:
      /(?<keep>["'](?:[\w-]{0,40}[_-])?(?:api[_-]?key|apiKey|secret|clientSecret|client_secret|accessToken|access_token|refresh_token|refreshToken|token|password)["']\s{0,4}:\s{0,4}["'])(?=[^\s"']*\d)(?=[^\s"']*[A-Za-z])[^\s"']{12,1024}(?=["'])/g,
  },
];

/** Takes text whose characters stand for bytes or for themselves; only ASCII is ever replaced. */
export const redactSecrets = (text: string): { text: string; found: number } => {
  let found = 0;
  let result = text;
  for (const { name, marks, pattern } of secretPatterns) {
    if (!marks.some((mark) => result.includes(mark))) continue;
    result = result.replace(pattern, (...parts: unknown[]) => {
      found += 1;
      const groups = parts.at(-1);
      const keep =
        typeof groups === 'object' && groups !== null && 'keep' in groups
          ? String(groups.keep)
          : '';
      return `${keep}[redacted ${name}]`;
    });
  }
  return { text: result, found };
};
