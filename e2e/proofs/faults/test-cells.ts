import { type Cell, titleOf } from './cells.ts';
import { faultTest } from './fault-test.ts';
import { runCell } from './run-cell.ts';

/** A test for each cell. */
export function testCells(cells: readonly Cell[]): void {
  for (const cell of cells) {
    faultTest(titleOf(cell), async ({ app, consoleGuard, context, header, page, person, way }) => {
      // What the browser itself logs about answers that fail or never come.
      consoleGuard.allow(/Failed to load resource/);
      await runCell(cell, { app, context, page, person, proxy: way }, header);
    });
  }
}
