/** Where a chapter has no earlier version yet: the text now, what will stand beside it, and what one can do then. */
import { ArrowDownToLine, Columns2, Diamond, History, Undo2, WandSparkles } from 'lucide-react';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, PointList } from '#renderer/ui/index.ts';
import { Rail } from './rail.tsx';

const coming = [
  { icon: History, key: 'history:coming.saves' },
  { icon: WandSparkles, key: 'history:coming.before' },
  { icon: ArrowDownToLine, key: 'history:coming.outside' },
  { icon: Diamond, key: 'history:coming.named' },
] as const;
const uses = [
  { icon: Columns2, key: 'history:uses.compare' },
  { icon: Undo2, key: 'history:uses.restore' },
] as const;

const nothing = () => undefined;

export function NoVersions(props: { presentWords: number; onKeep: () => void }) {
  const { presentWords, onKeep } = props;
  const { t } = useWords();
  return (
    <div className="history-columns">
      <Rail
        items={[]}
        presentWords={presentWords}
        chosen={null}
        other={null}
        onChoose={nothing}
        onOther={nothing}
      />
      <div className="history-none">
        <EmptyState
          title={t('history:empty.title')}
          text={t('history:empty.text')}
          action={<Button onPress={onKeep}>{t('history:keep')}</Button>}
        />
        <PointList points={coming.map(({ icon, key }) => ({ icon, text: t(key) }))} />
        <PointList points={uses.map(({ icon, key }) => ({ icon, text: t(key) }))} />
      </div>
    </div>
  );
}
