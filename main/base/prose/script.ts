/** Tells Chinese from alphabetic texts. */

export type Script = 'han' | 'latin';

/** Whether a UTF-16 unit is Han; halves of pairs count too, most of which are rare Han. */
export const isHanUnit = (unit: number): boolean =>
  (unit >= 0x3400 && unit <= 0x9fff) || (unit & 0xf800) === 0xd800;

const sampled = 20_000;

/** What a text is written in: a Han character says about as much as half an English word. */
export const scriptOf = (text: string): Script => {
  let han = 0;
  let latin = 0;
  for (let at = 0; at < Math.min(text.length, sampled); at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x3400 && unit <= 0x9fff) han += 1;
    else if ((unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)) latin += 1;
  }
  return han * 3 >= latin && han > 0 ? 'han' : 'latin';
};
