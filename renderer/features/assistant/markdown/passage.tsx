import { memo } from 'react';
import Markdown, { type Options } from 'react-markdown';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkGfm from 'remark-gfm';
import { proseElements } from './elements.ts';
import { answerSyntax } from './syntax.ts';

const plugins: Options['remarkPlugins'] = [
  // One tilde is a drawn-out tone in Chinese.
  [remarkGfm, { singleTilde: false }],
  // Lets marks touch Chinese punctuation: `**“雪”**后` is strong.
  remarkCjkFriendly,
  answerSyntax,
];
const conversion: Options['remarkRehypeOptions'] = { handlers: proseElements };

/** Quotes and lists that open on one line, each in the one before: deeper ones would exhaust the stack. */
const tooDeep = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))){33}/m;

/** A part of an answer, parsed again only when its words change. */
export const Passage = memo(function Passage({ text }: { text: string }) {
  if (tooDeep.test(text)) return <p>{text}</p>;
  return (
    <Markdown remarkPlugins={plugins} remarkRehypeOptions={conversion}>
      {text}
    </Markdown>
  );
});
