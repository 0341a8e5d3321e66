declare module 'nspell' {
  /** The part of the library that is used; it ships no types. */
  export default function nspell(
    aff: string,
    dic: string,
  ): { correct(word: string): boolean; suggest(word: string): string[] };
}
