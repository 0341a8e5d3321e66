/** What the palette and the search of the book have in common: where they lie, their keys, the way back. */
import { Command, useCommandState } from 'cmdk';
import { Search } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { closeDialog, type DialogName, useDialogs } from '#renderer/app/dialogs.ts';
import { useLayout, visibleColumns } from '#renderer/app/layout.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { panels } from '#renderer/app/panels.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import './palette.css';

/** Width below which commands and their keys no longer stand in one line, px. */
const minWidth = 420;

/** The palette lies over the page, not over the columns beside it, while the page is wide enough for it. */
function usePageMargins() {
  const layout = useLayout();
  const hasDesk = useSession(({ project }) => project !== null);
  const visible = visibleColumns(layout);
  const left = hasDesk && visible.binder ? layout.binderWidth : 0;
  const right = hasDesk && visible.dock && panels.length > 0 ? layout.dockWidth : 0;
  const fits = window.innerWidth - left - right >= minWidth;
  return { paddingLeft: (fits ? left : 0) + 24, paddingRight: (fits ? right : 0) + 24 };
}

/** A list over the page that a field filters; closing it returns to the page. */
export function PaletteFrame(props: { name: DialogName; label: string; children: ReactNode }) {
  const { name, label, children } = props;
  const open = useDialogs((dialogs) => dialogs.open === name);
  const margins = usePageMargins();
  return (
    <ModalOverlay
      className="ui-overlay palette-overlay"
      style={margins}
      isOpen={open}
      isDismissable
      onOpenChange={(isOpen) => {
        if (isOpen) return;
        closeDialog();
        requestAnimationFrame(focusPage);
      }}
    >
      <Modal className="palette">
        <Dialog className="ui-dialog" aria-label={label}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** That nothing was found; beside the list, which holds nothing but what can be chosen. */
export function PaletteEmpty({ children }: { children: ReactNode }) {
  const isEmpty = useCommandState(({ filtered }) => filtered.count === 0);
  return isEmpty ? (
    <p className="palette-empty" role="status">
      {children}
    </p>
  ) : null;
}

type PaletteFieldProps = Pick<
  ComponentProps<typeof Command.Input>,
  'value' | 'onValueChange' | 'placeholder' | 'onFocus'
>;

/** The field that filters the list; it has the keys. */
export function PaletteField(props: PaletteFieldProps) {
  return (
    <div className="palette-input">
      <Search size={16} aria-hidden />
      <Command.Input autoFocus {...props} />
    </div>
  );
}

/** The keys of the list; what stands in it is done, or gone to. */
export function PaletteFoot({ runs = 'run' }: { runs?: 'run' | 'go' }) {
  const { t } = useWords();
  return (
    <div className="palette-foot" aria-hidden>
      <span>↑ ↓ {t('palette:foot.choose')}</span>
      <span>↵ {t(`palette:foot.${runs}`)}</span>
      <span>Esc {t('palette:foot.back')}</span>
    </div>
  );
}
