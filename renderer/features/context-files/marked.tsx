import { highlight } from './highlight.ts';

/** Text with the words looked for marked. */
export function Marked({ text, words }: { text: string; words: string }) {
  return highlight(text, words).map((stretch) =>
    stretch.hit ? (
      <mark key={stretch.at} className="files-hit">
        {stretch.text}
      </mark>
    ) : (
      <span key={stretch.at}>{stretch.text}</span>
    ),
  );
}
