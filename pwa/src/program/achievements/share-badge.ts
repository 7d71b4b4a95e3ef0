import type { Achievement } from '@sunloop/shared-types/program/achievement.ts';
import { formatDay } from '../../lib/format-date.ts';
import { iconPath } from '../../ui/icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { arcsOf, raysOf } from './badge-shape.ts';

/** Width and height of the picture, px. */
const SIZE = 1080;
const [MIDDLE, SUN_Y] = [SIZE / 2, 430];
const ICON_GRID = 24;
const ICON_SIZE = 180;
const FONT = 'Gabarito, system-ui, sans-serif';

/** Hands a picture of an earned achievement to the device's share sheet, or as a download where there is none. */
export async function shareBadge(achievement: Achievement): Promise<void> {
  const file = new File([await drawBadge(achievement)], 'sunloop-achievement.png', {
    type: 'image/png',
  });
  if (!navigator.canShare?.({ files: [file] })) return saveFile(file.name, file);
  try {
    await navigator.share({ files: [file], title: achievement.title });
  } catch (error) {
    // Closing the sheet without a choice is not a failure.
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error;
  }
}

async function drawBadge({ title, icon, rarity, earnedAt }: Achievement): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no pictures');
  const tokens = getComputedStyle(document.documentElement);
  const color = (token: string) => tokens.getPropertyValue(token).trim();
  pen.fillStyle = color('--night');
  pen.fillRect(0, 0, SIZE, SIZE);
  pen.strokeStyle = color('--sun');
  drawRing(pen, { radius: 330, width: 14, parts: 1, share: 1 });
  drawRing(pen, { radius: 285, width: 14, parts: arcsOf(rarity), share: 0.8 });
  drawRing(pen, { radius: 230, width: 50, parts: raysOf(icon), share: 0.4 });
  pen.fillStyle = color('--sun');
  pen.beginPath();
  pen.arc(MIDDLE, SUN_Y, 190, 0, 2 * Math.PI);
  pen.fill();
  drawIcon(pen, iconPath(icon), color('--on-sun'));
  pen.textAlign = 'center';
  pen.fillStyle = color('--on-night');
  pen.font = `700 72px ${FONT}`;
  pen.fillText(title, MIDDLE, 880, SIZE - 120);
  pen.fillStyle = color('--on-night-soft');
  pen.font = `500 40px ${FONT}`;
  pen.fillText(`Earned ${formatDay(earnedAt ?? '')} · Sunloop`, MIDDLE, 960, SIZE - 120);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came out'))));
  });
}

interface Ring {
  radius: number;
  width: number;
  /** In how many parts it is cut, and how much of each is drawn, 0 to 1. */
  parts: number;
  share: number;
}

function drawRing(pen: CanvasRenderingContext2D, { radius, width, parts, share }: Ring): void {
  const part = (2 * Math.PI * radius) / parts;
  pen.lineWidth = width;
  pen.setLineDash(share < 1 ? [part * share, part * (1 - share)] : []);
  pen.beginPath();
  pen.arc(MIDDLE, SUN_Y, radius, -Math.PI / 2, 1.5 * Math.PI);
  pen.stroke();
}

function drawIcon(pen: CanvasRenderingContext2D, path: string, color: string): void {
  pen.save();
  pen.setLineDash([]);
  pen.translate(MIDDLE - ICON_SIZE / 2, SUN_Y - ICON_SIZE / 2);
  pen.scale(ICON_SIZE / ICON_GRID, ICON_SIZE / ICON_GRID);
  pen.lineWidth = 1.75;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.strokeStyle = color;
  pen.stroke(new Path2D(path));
  pen.restore();
}
