/** Words and goals as figures and bars, in either view. */
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { reachedShare } from './goals.ts';

type Figures = { words: number; goal: number | null };

/** `of`: the words the bar is of, where these are not all. */
export function WordsAndBar({ words, goal, of = words }: Figures & { of?: number }) {
  const { language } = useWords();
  return (
    <span className="structure-words">
      <span>{formatCount(words, language)}</span>
      {/* Both figures stand in their columns; the bar says nothing else. */}
      <span className="structure-bar" data-none={goal === null || undefined} aria-hidden>
        {goal !== null && (
          <i style={{ inlineSize: `${(reachedShare(of, goal) * 100).toFixed(1)}%` }} />
        )}
      </span>
    </span>
  );
}

/** On a card: what there is, and of how much. */
export function WordsOfGoal({ words, goal }: Figures) {
  const { language } = useWords();
  return (
    <span className="structure-sum" data-field="wordGoal">
      {formatCount(words, language)}
      {goal !== null && <span className="ui-quiet"> / {formatCount(goal, language)}</span>}
    </span>
  );
}
