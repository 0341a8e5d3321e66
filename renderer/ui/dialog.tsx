import { X } from 'lucide-react';
import { createContext, type ReactNode, useContext, useRef } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './icon-button.tsx';
import { useFocusKept } from './keep-focus.ts';

type DialogProps = {
  title: string;
  closeLabel: string;
  isOpen: boolean;
  onClose: () => void;
  /** `tall` keeps its height whatever is in it. */
  size?: 'small' | 'medium' | 'tall' | 'wide';
  children: ReactNode;
  /** Buttons at the foot, primary last. */
  footer?: ReactNode;
};

/** What is told in every dialog, at its foot: all behind it is dimmed, and unheard. */
export const ToldInDialogs = createContext<ReactNode>(null);

/** Whatever goes away in it takes no focus along: Esc is heard where the focus is. */
function KeptDialog({ children }: { children: ReactNode }) {
  const place = useRef<HTMLElement>(null);
  useFocusKept(place);
  return (
    <AriaDialog ref={place} className="ui-dialog">
      {children}
    </AriaDialog>
  );
}

/** A window over the desk, which is dimmed behind it. Esc and a click outside close it; focus goes back where it was. */
export function Dialog(props: DialogProps) {
  const { title, closeLabel, isOpen, onClose, size = 'medium', children, footer } = props;
  const told = useContext(ToldInDialogs);
  return (
    <ModalOverlay
      className="ui-overlay"
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="ui-modal" data-size={size}>
        <KeptDialog>
          <div className="ui-dialog-head">
            <Heading slot="title" level={2} className="ui-dialog-title">
              {title}
            </Heading>
            <IconButton icon={X} label={closeLabel} shortcut="Escape" onPress={onClose} />
          </div>
          <div className="ui-dialog-body">{children}</div>
          {told}
          {footer !== undefined && <div className="ui-dialog-foot">{footer}</div>}
        </KeptDialog>
      </Modal>
    </ModalOverlay>
  );
}
