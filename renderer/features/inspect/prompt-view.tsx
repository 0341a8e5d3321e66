import { useState } from 'react';
import type { InspectResult } from '#shared/contract/context.ts';
import type { Segment } from '#shared/domain/assembly.ts';
import { formatCount, formatShare } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LayerBadge, LinkButton } from '#renderer/ui/index.ts';
import type { Accounting } from './accounting.ts';
import { useCopy } from './copy.ts';
import { forecastWords } from './forecast.ts';
import { ItemTitle } from './item-title.tsx';
import { useInspect } from './store.ts';
import { holdsWholeChapter } from './whole-chapter.ts';

type PartProps = { segment: Segment; title: string };

/** Of a whole chapter so much shows until somebody wants all of it: a book is too long for one page. */
const shownOfChapter = 400;

/** Without the last character, which the cut may have torn. */
const beginningOf = (text: string): string =>
  [...text.slice(0, shownOfChapter)].slice(0, -1).join('');

function PartText({ segment, title }: PartProps) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const { text } = segment;
  if (!holdsWholeChapter(segment) || text.length <= 2 * shownOfChapter) return <pre>{text}</pre>;
  return (
    <>
      <pre>{open ? text : `${beginningOf(text)}…`}</pre>
      <LinkButton
        aria-label={`${t(open ? 'inspect:prompt.fold' : 'inspect:prompt.unfold', { count: text.length })}: ${title}`}
        onPress={() => setOpen(!open)}
      >
        {t(open ? 'inspect:prompt.fold' : 'inspect:prompt.unfold', { count: text.length })}
      </LinkButton>
    </>
  );
}

/** One segment, exactly as sent, under a line that says whose it is. */
function Part({ segment, title }: PartProps) {
  const { t, language } = useWords();
  const copy = useCopy();
  return (
    <section className="prompt-part" data-layer={segment.layer} data-kind={segment.kind}>
      <div className="prompt-part-head">
        <LayerBadge layer={segment.layer} label={t(`inspect:layers.${segment.layer}`)} />
        <span className="prompt-part-title">
          <ItemTitle title={title} />
        </span>
        <span>{formatCount(segment.tokenCount, language)}</span>
        <LinkButton
          aria-label={`${t('inspect:prompt.copySegment')}: ${title}`}
          onPress={() => copy(segment.text)}
        >
          {t('app:actions.copy')}
        </LinkButton>
      </div>
      <PartText segment={segment} title={title} />
    </section>
  );
}

function Sum({ result, accounting }: PromptViewProps) {
  const { t, language } = useWords();
  const { tokenizer } = result;
  return (
    <>
      <p>
        {t('inspect:prompt.sum', {
          items: accounting.itemTokens,
          framing: result.framingTokens,
          total: result.tokenCount,
          system: result.systemTokens,
        })}
      </p>
      <p>
        {tokenizer.exactness === 'exact'
          ? t('inspect:prompt.exact', { name: tokenizer.name })
          : t('inspect:prompt.estimate', {
              name: tokenizer.name,
              margin: formatShare(tokenizer.margin, language),
            })}
      </p>
    </>
  );
}

type PromptViewProps = { result: InspectResult; accounting: Accounting };

/** The very text that would be sent, segment by segment, tinted by layer; the system text stands apart. */
export function PromptView({ result, accounting }: PromptViewProps) {
  const { t, language } = useWords();
  const copy = useCopy();
  const names = useInspect((state) => state.names);
  const titles = new Map(accounting.sent.map((item) => [item.id, item.title]));
  return (
    <div className="ui-scroller prompt">
      <div className="prompt-lead">
        <p>{t('inspect:prompt.lead')}</p>
        <LinkButton onPress={() => copy(result.prompt)}>{t('inspect:prompt.copyAll')}</LinkButton>
      </div>
      <div className="prompt-facts ui-quiet">
        <Sum result={result} accounting={accounting} />
        <p>{forecastWords(t, result, names)}</p>
      </div>
      <section className="prompt-part" data-kind="system">
        <div className="prompt-part-head">
          <span className="prompt-part-title">
            {t('inspect:prompt.system')}
            <span className="ui-quiet">{t('inspect:prompt.systemHint')}</span>
          </span>
          <span>{formatCount(result.systemTokens, language)}</span>
          <LinkButton
            aria-label={`${t('inspect:prompt.copySegment')}: ${t('inspect:prompt.system')}`}
            onPress={() => copy(result.systemPrompt)}
          >
            {t('app:actions.copy')}
          </LinkButton>
        </div>
        <pre>{result.systemPrompt}</pre>
      </section>
      {result.segments.map((segment, place) => {
        const title =
          segment.itemId === null
            ? t('inspect:prompt.frame')
            : (titles.get(segment.itemId) ?? segment.itemId);
        return <Part key={segment.itemId ?? `frame-${place}`} segment={segment} title={title} />;
      })}
    </div>
  );
}
