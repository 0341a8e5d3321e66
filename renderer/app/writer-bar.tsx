import { useWords } from '#renderer/i18n/index.ts';
import { Button } from '#renderer/ui/index.ts';
import { useSession } from './session.ts';
import { useWriter, writeHere } from './writer.ts';

/** Says why a book can only be read, and offers to write in it once nobody else does. */
export function WriterBar() {
  const { t } = useWords();
  const isReading = useSession(({ project }) => project?.readOnly === true);
  const writer = useWriter((state) => state.writer);
  const taking = useWriter((state) => state.taking);
  if (!isReading || writer === null || writer === 'here') return null;
  return (
    <div className="top-bar" role="status">
      <span>{t(`app:writer.${writer}`)}</span>
      {writer === 'nobody' && (
        <Button size="small" isDisabled={taking} onPress={() => void writeHere()}>
          {t('app:writer.takeOver')}
        </Button>
      )}
    </div>
  );
}
