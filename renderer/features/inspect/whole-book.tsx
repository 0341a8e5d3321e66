import { selectedModel, useModels } from '#renderer/features/models/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { InspectResult } from '#shared/contract/context.ts';
import { wholeBookWords } from './whole-book-words.ts';

/** One line under the bar, while chapters go whole. */
export function WholeBookLine({ result }: { result: InspectResult }) {
  const { t } = useWords();
  const currency = useModels((state) => selectedModel(state)?.prices?.currency ?? null);
  const { wholeBook, forecast } = result;
  const words = wholeBookWords(t, { wholeBook, ...forecast, currency });
  return words === null ? null : <p className="ui-quiet">{words}</p>;
}
