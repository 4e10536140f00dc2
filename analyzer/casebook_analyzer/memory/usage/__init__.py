"""Of what use memory is: who opened what is counted here, and read with what was attached."""
