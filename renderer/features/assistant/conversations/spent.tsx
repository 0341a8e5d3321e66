import { useMemo } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { spendingOf, spendingWords } from '../spending.ts';
import { useAssistant } from '../store.ts';

/** What the open conversation took so far, its summaries included; nothing before the first answer. */
export function Spent() {
  const { t, language } = useWords();
  const messages = useAssistant((state) => state.messages);
  const spending = useMemo(() => spendingOf(messages), [messages]);
  if (spending === null) return null;
  const words = spendingWords(t, language, spending);
  return (
    <p className="chat-spent">
      {words === null
        ? t('assistant:spent.unknown')
        : t(spending.isLeast ? 'assistant:spent.least' : 'assistant:spent.all', { words })}
    </p>
  );
}
