import { useEffect, useRef } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import type { Suggestion } from './use-completion.ts';

type SuggestionsProps = {
  id: string;
  suggestions: readonly Suggestion[];
  chosen: number;
  onChoose: (index: number) => void;
};

export const optionId = (list: string, index: number): string => `${list}-${index}`;

/** What completes the word being typed, above the field: candidate windows of input methods open below it. */
export function Suggestions({ id, suggestions, chosen, onChoose }: SuggestionsProps) {
  const { t } = useWords();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div
      ref={list}
      id={id}
      className="chat-suggestions"
      role="listbox"
      aria-label={t('assistant:suggestions')}
    >
      {suggestions.map(({ id: key, label, title, detail }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={key}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === chosen}
          className="chat-suggestion"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(index)}
        >
          {label !== '' && <span className="chat-suggestion-label">{label}</span>}
          <span className="chat-suggestion-title">{title}</span>
          <span className="chat-suggestion-detail">{detail}</span>
        </div>
      ))}
    </div>
  );
}
