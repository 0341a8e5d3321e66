import { ChevronLeft, ChevronRight, Columns2 } from 'lucide-react';
import { createPortal } from 'react-dom';
import { useShortcut } from '#renderer/app/shortcuts.ts';
import { CompareTexts } from '#renderer/features/compare/index.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { Button, Dialog, IconButton } from '#renderer/ui/index.ts';
import { neighbourOf, type Passage } from './passages.ts';
import { bringToFront } from './page-marks.ts';
import { candidateById, useCandidates } from './store.ts';

/** What an answer was asked for. */
function askedFor(t: Translate, candidateId: string): string {
  const candidate = candidateById(useCandidates.getState(), candidateId);
  if (candidate === null) return '';
  if (candidate.instruction !== '') return candidate.instruction;
  if (candidate.program !== null) {
    return t('candidates:answers.program', { program: candidate.program });
  }
  return t(
    candidate.origin === 'assistant' ? 'candidates:answers.assistant' : 'candidates:answers.plain',
  );
}

function Strip({ passage }: { passage: Passage }) {
  const { t, language } = useWords();
  const writing = useCandidates((state) => state.writing !== null);
  const model = useCandidates((state) => candidateById(state, passage.shown)?.model ?? null);
  const place = passage.candidateIds.indexOf(passage.shown) + 1;
  const count = passage.candidateIds.length;
  const turn = (by: 1 | -1) => () => bringToFront(neighbourOf(passage, by));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a switch above a passage is no fieldset
    <div
      className="answer-strip"
      role="group"
      lang={language}
      aria-label={t('candidates:answers.label', { place, count })}
    >
      <IconButton
        icon={ChevronLeft}
        size="small"
        label={t('candidates:commands.previousAnswer')}
        shortcut={useShortcut('candidates.previousAnswer')}
        isDisabled={writing}
        onPress={turn(-1)}
      />
      <strong role="status">{t('candidates:answers.place', { place, count })}</strong>
      <IconButton
        icon={ChevronRight}
        size="small"
        label={t('candidates:commands.nextAnswer')}
        shortcut={useShortcut('candidates.nextAnswer')}
        isDisabled={writing}
        onPress={turn(1)}
      />
      <span className="answer-asked">{askedFor(t, passage.shown)}</span>
      {model !== null && <span className="answer-model">{model}</span>}
      <Button
        size="small"
        variant="quiet"
        onPress={() => useCandidates.setState({ comparing: passage.id })}
      >
        <Columns2 size={14} aria-hidden /> {t('candidates:answers.compare')}
      </Button>
    </div>
  );
}

/** The shown answer and the next one of its passage beside each other, in the order of their numbers. */
function Comparison({ passage }: { passage: Passage }) {
  const { t } = useWords();
  const other = neighbourOf(passage, 1);
  const numberOf = (candidateId: string) => passage.candidateIds.indexOf(candidateId) + 1;
  const [left = other, right = other] = [passage.shown, other].toSorted(
    (one, two) => numberOf(one) - numberOf(two),
  );
  const side = (candidateId: string) => {
    const candidate = candidateById(useCandidates.getState(), candidateId);
    const number = numberOf(candidateId);
    const asked = askedFor(t, candidateId);
    const title = t('candidates:answers.side', { number, asked, model: candidate?.model ?? '' });
    return { title, text: candidate?.text.trim() ?? '' };
  };
  const close = () => useCandidates.setState({ comparing: null });
  return (
    <Dialog
      size="wide"
      title={t('candidates:answers.compareTitle')}
      closeLabel={t('app:actions.close')}
      isOpen
      onClose={close}
      footer={
        <Button
          onPress={() => {
            bringToFront(other);
            close();
          }}
        >
          {t('candidates:answers.show', { number: numberOf(other) })}
        </Button>
      }
    >
      <CompareTexts left={side(left)} right={side(right)} />
    </Dialog>
  );
}

/** Above each passage that has several answers: which one is in the page, and the way to the others. */
export function AnswerStrips() {
  const passages = useCandidates((state) => state.passages);
  const hosts = useCandidates((state) => state.hosts);
  const comparing = useCandidates((state) => state.comparing);
  const compared = passages.find(({ id }) => id === comparing);
  return (
    <>
      {passages.map((passage) => {
        const host = hosts.get(passage.id);
        return host === undefined
          ? null
          : createPortal(<Strip passage={passage} />, host, passage.id);
      })}
      {compared !== undefined && <Comparison key={compared.id} passage={compared} />}
    </>
  );
}
