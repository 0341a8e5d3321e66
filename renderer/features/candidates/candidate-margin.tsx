import { Check, X } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Button } from 'react-aria-components';
import { marginId } from '#renderer/app/margin-id.ts';
import { usePageMargin } from '#renderer/app/page-margin.ts';
import { useShortcut } from '#renderer/app/shortcuts.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Tooltip } from '#renderer/ui/index.ts';
import { decide } from './decide.ts';
import type { Decision } from './marks.ts';
import { hunksInOrder } from './order.ts';
import { findingPlaces } from './page-marks.ts';
import { useCandidates } from './store.ts';

/** A mark of a finding in the same line, px; where there is no room beside it the buttons stand below. */
const markHeight = 24;

type PairProps = { id: string; top: number; place: number };

function Pair({ id, top, place }: PairProps) {
  const { t } = useWords();
  const current = useCandidates((state) => state.current === id);
  const decision = useCandidates((state) => state.decisions.get(id));
  const writing = useCandidates((state) => state.writing !== null);
  const shortcuts = {
    accepted: useShortcut('candidates.accept'),
    rejected: useShortcut('candidates.reject'),
  };
  const button = (kind: Decision) => {
    const label = t(`candidates:margin.${kind}`, { place });
    return (
      <Tooltip
        text={t(`candidates:${kind}`)}
        placement="left"
        shortcut={current ? shortcuts[kind] : undefined}
      >
        <Button
          className="candidate-button"
          aria-label={label}
          aria-pressed={decision === kind}
          data-kind={kind}
          isDisabled={writing}
          onFocus={() => useCandidates.setState({ current: id })}
          onPress={() => void decide(t, id, kind)}
        >
          {kind === 'accepted' ? <Check size={14} aria-hidden /> : <X size={14} aria-hidden />}
        </Button>
      </Tooltip>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons beside a line are no fieldset
    <div
      className="candidate-pair"
      role="group"
      aria-label={t('candidates:margin.pair', { place })}
      data-current={current}
      style={{ top }}
    >
      {button('accepted')}
      {button('rejected')}
    </div>
  );
}

/** Accept and refuse beside each change; only the current pair has edges. */
export function CandidateMargin() {
  const { language } = useWords();
  const { host, tops, narrow } = usePageMargin();
  const pending = useCandidates((state) => state.pending);
  const current = useCandidates((state) => state.current);
  if (host === null || pending.length === 0) return null;
  const marked = findingPlaces().flatMap(({ findingId }) => tops.get(marginId(findingId)) ?? []);
  return createPortal(
    <div className="candidate-margin" data-narrow={narrow} lang={language}>
      {hunksInOrder(pending).map(({ id }, index) => {
        const top = tops.get(id);
        // One below the other they are taller than a line: then only the current pair is shown.
        if (top === undefined || (narrow && id !== current)) return null;
        const below = narrow && marked.some((one) => Math.abs(one - top) < markHeight);
        return <Pair key={id} id={id} top={below ? top + markHeight : top} place={index + 1} />;
      })}
    </div>,
    host,
  );
}
