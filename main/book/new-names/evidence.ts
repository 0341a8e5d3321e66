/** What one chapter shows of names that may be in it. */

/** How often something shows that a word names somebody or some place. */
export type Signs = {
  /** Somebody of this name speaks, or is addressed by a title. */
  person: number;
  /** It stands as names do, beside words that names stand beside. */
  standing: number;
  /** It is somewhere one goes to, or is. */
  place: number;
};

/** By name as it is written. */
export type NameSigns = Map<string, Signs>;

export type ChapterSigns = {
  signs: NameSigns;
  /** How often words that begin small are written; only of scripts that have capitals. */
  small: ReadonlyMap<string, number>;
};

/** Notes signs of a name. */
export const addSigns = (into: NameSigns, name: string, given: Partial<Signs>): void => {
  const known = into.get(name);
  const signs = known ?? { person: 0, standing: 0, place: 0 };
  signs.person += given.person ?? 0;
  signs.standing += given.standing ?? 0;
  signs.place += given.place ?? 0;
  if (!known) into.set(name, signs);
};
