/** Parts of the code and which of them stand on which; an import leads down, or stays within its part. */
export interface Drawing {
  readonly what: string;
  /** The folder it is about, from the root of the repository. */
  readonly folder: string;
  /**
   * From the ground up; parts of one floor do not know each other. A part is a folder or a file, and `.` is every file
   * that stands directly in the folder and has no floor of its own. Folders with `|` between them are one part.
   */
  readonly floors: readonly (readonly string[])[];
  /** Files that are not part of it. */
  readonly leavesOut?: RegExp;
}

/** An import of one of our files by another one, by their paths from the root. */
export interface Import {
  readonly file: string;
  readonly target: string;
}

/** Entities may point at each other lazily. */
const isOfEntities = ({ file, target }: Import) =>
  file.endsWith('/entities.ts') && target.endsWith('/entities.ts');

/** What contradicts the drawing, in words: imports that do not lead down, and files without a floor. */
export function findUpward(drawing: Drawing, imports: readonly Import[]): string[] {
  const { folder, leavesOut } = drawing;
  const isInside = (file: string) => file.startsWith(folder) && !leavesOut?.test(file);
  const faults = imports
    .filter((one) => isInside(one.file) && isInside(one.target) && !isOfEntities(one))
    .flatMap(({ file, target }) => {
      const [from, to] = [partOf(drawing, file), partOf(drawing, target)];
      if (!from || !to) return [`${from ? target : file} has no floor`];
      const isDown = from.part === to.part || to.floor < from.floor;
      return isDown ? [] : [`${file} imports ${target}`];
    });
  return [...new Set(faults)];
}

/** The part a file belongs to: the longest folder or file that names it. */
function partOf({ folder, floors }: Drawing, file: string) {
  const path = file.slice(folder.length);
  const named = floors.flatMap((parts, floor) =>
    parts.flatMap((part) =>
      part
        .split('|')
        .filter((name) => path === name || path.startsWith(`${name}/`))
        .map((name) => ({ part, floor, name })),
    ),
  );
  const [longest] = named.toSorted((a, b) => b.name.length - a.name.length);
  if (longest || path.includes('/')) return longest;
  const floor = floors.findIndex((parts) => parts.includes('.'));
  return floor < 0 ? undefined : { part: '.', floor };
}
