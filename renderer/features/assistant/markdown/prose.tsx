import { memo } from 'react';
import { Passage } from './passage.tsx';
import { passagesOf } from './passages.ts';

/** What a model wrote, as prose: elements are made of the text's parts, its HTML stays text. */
export const Prose = memo(function Prose({ text, lang }: { text: string; lang?: string }) {
  return (
    <div className="prose" lang={lang}>
      {passagesOf(text).map((passage, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: passages only grow at the end
        <Passage key={index} text={passage} />
      ))}
    </div>
  );
});
