import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from './icon-button.tsx';

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

/** A window over the desk, which is dimmed behind it. Esc and a click outside close it; focus goes back where it was. */
export function Dialog(props: DialogProps) {
  const { title, closeLabel, isOpen, onClose, size = 'medium', children, footer } = props;
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
        <AriaDialog className="ui-dialog">
          <div className="ui-dialog-head">
            <Heading slot="title" level={2} className="ui-dialog-title">
              {title}
            </Heading>
            <IconButton icon={X} label={closeLabel} shortcut="Escape" onPress={onClose} />
          </div>
          <div className="ui-dialog-body">{children}</div>
          {footer !== undefined && <div className="ui-dialog-foot">{footer}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
