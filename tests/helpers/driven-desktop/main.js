// The desktop app of this repository; its window waits until the driver is there. A driver that attaches while a window
// begins to load may never hear that it navigated, and waits for that without end: one start in twenty, on a busy machine.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const root = path.resolve(import.meta.dirname, '../../..');
const { productName, version, main } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
);
app.setAppPath(root);
app.setName(productName);
app.setVersion(version);

const ready = app.whenReady();
const driven = new Promise((resolve) => {
  globalThis.openWindow = () => resolve(undefined);
  // The driver may be there before this module.
  if (globalThis.isDriven) resolve(undefined);
});
app.whenReady = () => driven.then(() => ready);

await import(pathToFileURL(path.join(root, main)).href);
