/** `traditional simplified [simplified …]` entries, separated by `|`. */
declare module 'opencc-js/dict/TSCharacters' {
  const table: string;
  export default table;
}

/** `variant standard` entries of the characters as written in Taiwan and Hong Kong. */
declare module 'opencc-js/dict/TWVariantsRev' {
  const table: string;
  export default table;
}

declare module 'opencc-js/dict/HKVariantsRev' {
  const table: string;
  export default table;
}
