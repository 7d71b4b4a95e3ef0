/** Under which the session's table has what the office was told of a user here, too; older builds do not read it. */
export const reportKey = (userId: string) => `report-${userId}`;
