/** What a search finds. */

/** A line that matches: its number from 1, its first byte, and the byte of it at which the match begins. */
export type Hit = { line: number; offset: number; column: number };

/** The first hits asked for, and how many lines match altogether. */
export type Hits = { total: number; hits: Hit[] };
