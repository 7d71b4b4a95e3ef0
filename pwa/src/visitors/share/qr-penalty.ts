/** A square of modules, row by row: 0 light, 1 dark; another number is not drawn yet. */
export type Grid = { size: number; modules: Uint8Array };

/** Scores what hinders cameras: long runs, blocks, lookalikes of the corners, too much of one color. */
export function qrPenalty({ size, modules }: Grid): number {
  const every = [...Array(size).keys()];
  const rows = every.map((y) => modules.subarray(y * size, (y + 1) * size).join(''));
  const columns = every.map((x) => rows.map((row) => row[x]).join(''));
  const dark = modules.reduce((sum, value) => sum + value, 0) / modules.length;
  const lines = [...rows, ...columns].reduce((sum, line) => sum + linePenalty(line), 0);
  return lines + blockPenalty(rows) + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

function linePenalty(line: string): number {
  const runs = [...line.matchAll(/0{5,}|1{5,}/g)];
  const lookalikes = [...line.matchAll(/(?=10111010000|00001011101)/g)];
  return runs.reduce((sum, [run]) => sum + run.length - 2, 40 * lookalikes.length);
}

/** Three points for each square of four equal modules. */
function blockPenalty(rows: readonly string[]): number {
  let penalty = 0;
  for (const [y, row] of rows.entries()) {
    const below = rows[y + 1] ?? '';
    for (let x = 1; x < below.length; x++) {
      const square = row.slice(x - 1, x + 1) + below.slice(x - 1, x + 1);
      if (square === '0000' || square === '1111') penalty += 3;
    }
  }
  return penalty;
}
