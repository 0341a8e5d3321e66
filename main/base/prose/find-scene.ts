import type { Scene } from '#shared/domain/scene.ts';
import type { SceneAddress } from '#shared/domain/scene-facts.ts';

/** The very scene where nothing changed since, else the only one that begins so; null where there is none (W1). */
export const findScene = <Found extends Scene>(
  scenes: readonly Found[],
  { start, opening }: SceneAddress,
): Found | null => {
  const alike = scenes.filter((scene) => scene.opening === opening);
  const [only, ...more] = alike;
  const same = alike.find((scene) => scene.start === start);
  return same ?? (more.length === 0 ? (only ?? null) : null);
};
