/** Whether the page is on a phone: one column, a sheet instead of a panel. */
const query = matchMedia("(max-width: 760px)");
let small = $state(query.matches);
query.addEventListener("change", () => (small = query.matches));

export const screen = {
  get small(): boolean {
    return small;
  },
};
