"""Functions of Python, as sizes.py counts them."""


def one():
    return 1


class Two:
    @property
    def two(self):
        # A comment within.
        text = """
        def none():
        """
        return text

    async def three(self, a,
                    b):
        def within():
            return a

        return within, lambda: b
