import { FileText } from 'lucide-react';
import { useWords } from '#renderer/i18n/index.ts';
import { IconButton } from '#renderer/ui/index.ts';
import { closeBookView } from './book-view.ts';

/** Leaves a screen that stands in place of the page; the last of what its head offers. */
export function BackToPage() {
  const { t } = useWords();
  return (
    <IconButton
      icon={FileText}
      label={t('structure:toPage')}
      shortcut="Escape"
      onPress={closeBookView}
    />
  );
}
