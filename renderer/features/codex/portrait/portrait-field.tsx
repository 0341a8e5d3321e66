/** Chooses, crops and takes away an entry's portrait (W6). The picture is drawn anew: nothing but what is seen is kept. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Dialog, ErrorBlock, FailureBlock, LinkButton } from '#renderer/ui/index.ts';
import { isFocusLost } from '#renderer/ui/keep-focus.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import { changePortrait } from './change-portrait.ts';
import { Portrait } from './portrait.tsx';
import {
  type Crop,
  maxPictureBytes,
  type PictureFault,
  readPicture,
  squareOf,
} from './read-picture.ts';
import { useHasPortrait, usePortraitFailure } from './store.ts';

/** Points of the side that is kept. */
const keptSide = 512;
const kinds = 'image/png,image/jpeg,image/webp';
const wholeSquare: Crop = { size: 1, x: 0.5, y: 0.5 };

const draw = (canvas: HTMLCanvasElement, bitmap: ImageBitmap, crop: Crop): void => {
  const { left, top, side } = squareOf(bitmap, crop);
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  // What is transparent would be black in a JPEG.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, left, top, side, side, 0, 0, canvas.width, canvas.height);
};

/** The bitmap that was unpacked, or what is wrong with the file. */
const unpack = async (file: File): Promise<ImageBitmap | PictureFault> => {
  if (file.size > maxPictureBytes) return 'tooLarge';
  const picture = readPicture(new Uint8Array(await file.arrayBuffer()));
  if (typeof picture === 'string') return picture;
  // A file that cannot be unpacked to its end is damaged, whatever its beginning says.
  return createImageBitmap(file).catch(() => 'notAPicture' as const);
};

const imageOf = (canvas: HTMLCanvasElement): string =>
  canvas.toDataURL('image/jpeg', 0.9).replace(/^[^,]*,/, '');

type CropDialogProps = {
  bitmap: ImageBitmap;
  onClose(): void;
  onTake(image: string): Promise<void>;
};

function CropDialog({ bitmap, onClose, onTake }: CropDialogProps) {
  const { t } = useWords();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState(wholeSquare);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, bitmap, crop);
  }, [bitmap, crop]);
  const take = () => {
    if (canvas.current !== null) onTake(imageOf(canvas.current)).catch(setFailure);
  };
  const slides = [
    { field: 'size', min: 0.1 },
    { field: 'x', min: 0 },
    { field: 'y', min: 0 },
  ] as const;
  return (
    <Dialog
      title={t('codex:portrait.crop')}
      closeLabel={t('app:actions.close')}
      isOpen
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('app:actions.cancel')}
          </Button>
          <Button onPress={take}>{t('codex:portrait.take')}</Button>
        </>
      }
    >
      <div className="codex-crop">
        {failure !== null && <FailureBlock error={failure} />}
        <canvas ref={canvas} width={keptSide} height={keptSide} />
        {slides.map(({ field, min }) => (
          <label key={field}>
            <span>{t(`codex:portrait.${field}`)}</span>
            <input
              type="range"
              min={min}
              max={1}
              step={0.01}
              value={crop[field]}
              onChange={({ target }) => setCrop({ ...crop, [field]: target.valueAsNumber })}
            />
          </label>
        ))}
      </div>
    </Dialog>
  );
}

/** The button that takes the portrait away goes with it: the focus stays in the field. */
function useFocusAfterRemoval(field: RefObject<HTMLElement | null>, has: boolean): void {
  const had = useRef(has);
  useEffect(() => {
    if (had.current && !has && isFocusLost()) field.current?.querySelector('button')?.focus();
    had.current = has;
  }, [field, has]);
}

/** The portrait of an entry's screen, with what can be done about it. */
export function PortraitField({ entity, projectId }: { entity: Entity; projectId: string }) {
  const { t } = useWords();
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const has = useHasPortrait(entity.entityId);
  useFocusAfterRemoval(field, has);
  const readOnly = useSession(({ project }) => project?.readOnly ?? false);
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  const [fault, setFault] = useState<PictureFault | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const { entityId, name } = entity;
  const unseen = usePortraitFailure(entityId);
  const store = (image: string | null) => {
    const said = t(image === null ? 'codex:portrait.removed' : 'codex:portrait.changed');
    setFailure(null);
    return changePortrait({ projectId, entityId }, image, said);
  };
  const close = () => {
    bitmap?.close();
    setBitmap(null);
  };
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    setFailure(null);
    const found = await unpack(file);
    setFault(typeof found === 'string' ? found : null);
    if (typeof found !== 'string') setBitmap(found);
  };
  return (
    <div className="world-portrait" ref={field}>
      <Portrait className="world-initial" entityId={entityId} name={name} />
      {!readOnly && (
        <LinkButton onPress={() => input.current?.click()}>
          {t(has ? 'codex:portrait.change' : 'codex:portrait.choose')}
        </LinkButton>
      )}
      {!readOnly && has && (
        <LinkButton onPress={() => void store(null).catch(setFailure)}>
          {t('codex:portrait.remove')}
        </LinkButton>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={kinds}
        aria-label={t('codex:portrait.choose')}
        onChange={({ currentTarget }) => {
          choose(currentTarget.files?.[0]).catch(setFailure);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      {fault !== null && (
        <ErrorBlock
          title={t(`codex:portrait.faults.${fault}.what`)}
          text={t(`codex:portrait.faults.${fault}.next`)}
        />
      )}
      {(failure ?? unseen) !== null && <FailureBlock error={failure ?? unseen} />}
      {bitmap !== null && (
        <CropDialog
          bitmap={bitmap}
          onClose={close}
          onTake={async (image) => {
            await store(image);
            close();
          }}
        />
      )}
    </div>
  );
}
